/** States of a mail that came in. `answered` waits for the client. */
export const MAIL_IN_STATES = ['new', 'open', 'answered', 'closed', 'ignored'] as const
export type MailInState = (typeof MAIL_IN_STATES)[number]
export const MAIL_IN_STATE_LABELS: Record<MailInState, string> = {
  new: 'New',
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
  ignored: 'Ignored',
}

/** Kinds of mail that no person wrote: they open no thread's question, and the product never answers them. */
export const AUTOMATIC = ['bounce', 'auto-reply', 'list', 'own'] as const
export type Automatic = (typeof AUTOMATIC)[number]
export const AUTOMATIC_LABELS: Record<Automatic, string> = {
  bounce: 'Not delivered',
  'auto-reply': 'Automatic reply',
  list: 'Mailing list',
  own: 'Sent by us',
}

/** By what a mail was matched with its orders. */
export const MATCHED_BY = ['token', 'reference', 'code', 'hand'] as const
export type MatchedBy = (typeof MATCHED_BY)[number]
export const MATCHED_LABELS: Record<MatchedBy, string> = {
  token: 'The address it was sent to',
  reference: 'The mail that it answers',
  code: 'A code in it',
  hand: 'Linked by hand',
}

export const MAIL_FILE_STATES = ['new', 'filed', 'ignored', 'refused'] as const
export type MailFileState = (typeof MAIL_FILE_STATES)[number]

/** Protections that keep a mail from being read, or vouch for it. */
export const PROTECTIONS = ['signed', 'encrypted'] as const
export type Protection = (typeof PROTECTIONS)[number]

/** Parts of a mail that can be too many or too large; what is beyond stays in the raw text. */
export const LEFT_OUT = ['size', 'files', 'levels', 'recipients', 'references', 'subject', 'headers', 'text'] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/** Bytes of the largest raw text that is taken. */
export const MOST_RAW_BYTES = 50 * 1024 * 1024
/** Characters of the snippet in a list. */
export const SNIPPET_LENGTH = 100
/** Recipients of a reply, To and Cc together. */
export const MOST_RECIPIENTS = 20
/** Orders of one call to link. */
export const MOST_LINKED = 200
/** Characters of a reply's subject, and of its text in HTML. */
export const MOST_SUBJECT = 255
export const MOST_REPLY = 900_000
/** Seconds in which a mailbox must answer a try. */
export const TRY_SECONDS = 15
