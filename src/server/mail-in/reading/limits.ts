/** Bytes of a mail that is read; of a larger one, only the header. */
export const MAX_MAIL_SIZE = 25 * 1024 ** 2
/** Fields of all headers of a mail, and their bytes. */
export const MAX_FIELDS = 5_000
export const MAX_HEADER_BYTES = 8 * 1024 ** 2
/** Multiparts within each other. */
export const MAX_LEVELS = 20
/** Files of a mail. */
export const MAX_FILES = 50
/** Parts of any kind: more are no mail that a person wrote. */
export const MAX_PARTS = 1_000
/** Addresses of To and Cc. */
export const MAX_RECIPIENTS = 200
/** References: the first, and as many of the last. */
export const LAST_REFERENCES = 99
/** Code points of a subject, and of the text and the HTML each. */
export const MAX_SUBJECT = 998
export const MAX_TEXT = 1_000_000
/** Bytes of the pictures that a text shows. */
export const MAX_PICTURE_BYTES = 5 * 1024 ** 2

/** What a mail had beyond its limits. */
export const LeftOut = {
  SIZE: 'size',
  FILES: 'files',
  LEVELS: 'levels',
  RECIPIENTS: 'recipients',
  REFERENCES: 'references',
  SUBJECT: 'subject',
  HEADERS: 'headers',
  TEXT: 'text',
} as const
export type LeftOut = (typeof LeftOut)[keyof typeof LeftOut]
