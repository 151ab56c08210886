import { z } from 'zod'
import { CLAIM_HOURS, snoozeInput } from '#contract/attention/attention.ts'
import { mailState } from '#contract/codes/mail-state.ts'
import { listOf } from '#contract/lib/envelope.ts'
import * as f from '#contract/lib/fields.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { MAX_UPLOADS } from '#contract/lib/uploads.ts'
import {
  AUTOMATIC,
  LEFT_OUT,
  MAIL_FILE_STATES,
  MAIL_IN_STATES,
  MATCHED_BY,
  MOST_LINKED,
  MOST_RECIPIENTS,
  MOST_REPLY,
  MOST_SUBJECT,
  PROTECTIONS,
  SNIPPET_LENGTH,
} from './mail-in-codes.ts'

export const MAIL_IN_PATH = 'mail-in'
export const RFC822 = 'message/rfc822'
export const NOT_A_MAIL = 'This is not a mail'

const instant = z.string().nullable()
const addresses = z.array(z.string())
const verdict = z.string().nullable()

/** A file of a mail. */
export const mailFile = z.object({
  id: z.int(),
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
  state: z.enum(MAIL_FILE_STATES).describe('new, filed as a document, ignored, or refused: then only in the raw text.'),
  reason: z
    .string()
    .nullable()
    .describe('Why it was refused as a document, or what became of the carrier events in it; null otherwise.'),
  documentId: z.int().nullable().describe('The document that it was filed as; null for none.'),
  requirementId: z.int().nullable().describe('The paper that it was filed for; null for none.'),
  suggestion: z
    .object({
      categoryId: z.int(),
      requirementId: z.int().nullable().describe('The open paper that its name suggests; null for none.'),
    })
    .nullable()
    .describe('What its name suggests, for a verified mail; null for nothing.'),
})
export type MailFile = z.infer<typeof mailFile>

const listed = {
  id: z.int(),
  inboxId: z.int().nullable().describe('The mailbox that it came to first; null for one that a call brought.'),
  messageId: z.string().describe('Its Message-ID; one that had none has its hash here.'),
  inReplyTo: z.string().nullable().describe('The Message-ID that it answers; null for none.'),
  references: z.array(z.string()).describe('The Message-IDs of its References, the oldest first.'),
  fromName: z.string().describe('The name of its sender.'),
  fromAddress: z.string().describe('The address of its sender; empty if it names none.'),
  toAddresses: addresses.describe('Its recipients.'),
  ccAddresses: addresses.describe('The recipients of copies.'),
  subject: z.string(),
  sentAt: instant.describe('When it was sent, by its own Date; null if that cannot be read.'),
  receivedAt: z.string().describe('When it came.'),
  size: z.int().describe('Bytes of its raw text.'),
  automatic: z.enum(AUTOMATIC).nullable().describe('What no person wrote: bounce, auto-reply, list, own; else null.'),
  authentication: z
    .object({
      spf: verdict.describe('pass, fail …'),
      dkim: verdict.describe('pass, fail …'),
      dmarc: verdict.describe('pass, fail …'),
    })
    .describe('What our own mail server found (INBOX_AUTHSERV); null where it says nothing.'),
  protection: z.enum(PROTECTIONS).nullable().describe('signed or encrypted; null for neither.'),
  leftOut: z.array(z.enum(LEFT_OUT)).describe('What was too much to be read; it stays in the raw text.'),
  remotePictures: z.int().describe('Pictures on other servers, which are not loaded.'),
  matched: z.enum(MATCHED_BY).nullable().describe('By what it was matched; null for unmatched.'),
  verified: z.boolean().describe('Whether it is known to come from somebody of its orders.'),
  threadId: z.int().describe('Its thread: all mails that name each other.'),
  orderId: z.int().nullable().describe('Its order; null unless it is exactly one.'),
  orders: z
    .array(
      z.object({
        id: z.int(),
        trackingCode: z.string(),
        how: z.enum(MATCHED_BY).describe('By what it was linked: token, reference, code, hand.'),
      }),
    )
    .describe('The orders that it is linked with.'),
  sailingId: z.int().nullable().describe('The sailing whose orders it is about; null for none.'),
  clientId: z.int().nullable().describe('The client who sent it, or whose orders it is about; null for none.'),
  suggestions: z
    .array(z.object({ orderId: z.int(), trackingCode: z.string(), reason: z.string() }))
    .describe('Orders that it may be about; nothing is done by itself.'),
  state: z.enum(MAIL_IN_STATES),
  claimedBy: namedRecord.nullable(),
  claimedAt: instant,
  snoozedUntil: instant,
  updatedAt: z.string(),
}

/** A mail that came in. */
export const mailIn = z.object({
  ...listed,
  text: z.string().describe("Its text; '' for none."),
  html: z.string().nullable().describe('Its HTML, cleaned, without remote pictures; null for none.'),
  files: z.array(mailFile),
})
export type MailIn = z.infer<typeof mailIn>

/** A mail in a list. */
export const mailInRow = z.object({
  ...listed,
  snippet: z.string().describe(`The first ${SNIPPET_LENGTH} characters of its text, in one line.`),
})
export type MailInRow = z.infer<typeof mailInRow>

/** How many mails wait, of those that are not ignored; each is counted as far as lists count. */
export const mailInCounts = z.object({
  mine: z.int().describe('Those of which you are the owner: who claimed it, else who is in charge of its one order.'),
  new: z.int().describe('Those that are new.'),
  unmatched: z.int().describe('Those that are matched with nothing.'),
  waiting: z.int().describe('Those that were answered, and wait for the client.'),
})
export type MailInCounts = z.infer<typeof mailInCounts>

export const mailInPage = listOf(mailInRow).extend({ counts: mailInCounts })
export type MailInPage = z.infer<typeof mailInPage>

/** Values of the list's parameters. */
export const MATCHED_FILTER = [...MATCHED_BY, 'none'] as const

/** A raw mail that was taken, now or before. */
export const takenMail = mailIn.extend({
  duplicate: z.boolean().describe('Whether it had come before: then nothing happens.'),
})
export type TakenMail = z.infer<typeof takenMail>

/** Hours after which a claim lapses: as in the queue. */
export { CLAIM_HOURS, snoozeInput as snoozeMailInput }

const orderIds = z
  .array(f.id(CHOOSE), { error: 'This must be a list of orders' })
  .min(1, CHOOSE)
  .max(MOST_LINKED, f.tooMany(MOST_LINKED))
  .transform((sent) => [...new Set(sent)])

/** Orders, or a sailing whose orders are all meant: one of the two. */
export const linkMailInput = z.object({
  orderIds: orderIds.optional().describe('Orders.'),
  sailingId: f.id(CHOOSE).optional().describe('A sailing: all orders aboard.'),
})
export type LinkMailInput = z.output<typeof linkMailInput>

export const unlinkMailInput = z
  .object({ orderIds: orderIds.optional().describe('The orders; all if absent.') })
  .nullish()
  .transform((sent) => sent ?? {})

const recipients = () =>
  z.array(f.email(), { error: 'This must be a list of addresses' }).max(MOST_RECIPIENTS, f.tooMany(MOST_RECIPIENTS))

/** A text of one line whose line breaks become spaces. */
const oneLine = (label: string, max: number) =>
  z.preprocess(
    (sent) => (typeof sent === 'string' ? sent.replaceAll(/[\r\n\u2028\u2029]+/g, ' ') : sent),
    f.requiredText(label, max),
  )

/** An answer to a mail. */
export const replyInput = z.object({
  to: recipients()
    .optional()
    .describe("The recipients; absent: the order's address, else the client's, else the sender's."),
  cc: recipients()
    .nullish()
    .transform((sent) => sent ?? [])
    .describe('Further recipients, whom all others see; at most 20 with those of to.'),
  subject: oneLine('Subject', MOST_SUBJECT).describe('One line; line breaks become a space.'),
  html: f.requiredRichText('Text', MOST_REPLY).describe('The text, which is cleaned.'),
  documents: z
    .array(f.id(CHOOSE), { error: 'This must be a list of documents' })
    .max(MAX_UPLOADS, f.tooMany(MAX_UPLOADS))
    .nullish()
    .transform((sent) => sent ?? [])
    .describe('Your own uploads that are not attached yet, or documents of a linked order; 25 MB in all.'),
  eventId: f.optionalId().describe('An event to set in the same step; for a mail of exactly one order.'),
  templateId: f.optionalId().describe('The template that the text was begun with; null for none.'),
})
export type ReplyInput = z.output<typeof replyInput>

export const replied = z.object({
  mail: z
    .object({
      id: z.int(),
      state: mailState,
      sentAt: instant,
      reason: z.string().nullable(),
      sendAt: instant,
    })
    .describe('The mail, which is held and can be cancelled until then.'),
  entryId: z.int().nullable().describe('The entry of the event that was set; null without one.'),
  mailIn,
})
export type Replied = z.infer<typeof replied>

export const fileMailFileInput = z.object({
  categoryId: f.id(CHOOSE).describe('The category of the document.'),
  requirementId: f.optionalId().describe('The paper of that order that it is; null for none.'),
  orderId: f.optionalId().describe('The linked order; needed unless it is exactly one.'),
})
export type FileMailFileInput = z.output<typeof fileMailFileInput>

/** A mail of an order or of a thread, in either direction. */
export const orderMail = z.object({
  direction: z.enum(['in', 'out']).describe('in: it came in; out: we sent it.'),
  id: z.int(),
  threadId: z.int().nullable().describe('Its thread; null for one of ours that nobody has answered.'),
  at: z.string().describe('When it came, or was written.'),
  subject: z.string(),
  fromAddress: z.string().describe('The address of its sender.'),
  toAddresses: addresses.describe('Its recipients.'),
  snippet: z.string().describe('The beginning of its text, in one line.'),
  state: z
    .union([z.enum(MAIL_IN_STATES), mailState])
    .describe('Of one that came in as in mail-in, of one of ours that of its first delivery.'),
  automatic: z.enum(AUTOMATIC).nullable().describe('What no person wrote; null otherwise, and for ours.'),
  verified: z.boolean().describe('Whether it is known to come from somebody of its orders; true of ours.'),
})
export type OrderMail = z.infer<typeof orderMail>

/** The mails of a thread, oldest first. */
export const mailThread = z.array(orderMail)
/** Mails of a thread that are shown, the last ones. */
export const MOST_OF_THREAD = 200

/** The version of the reply form's fields, stored with each draft. */
export const REPLY_SHAPE = 1
