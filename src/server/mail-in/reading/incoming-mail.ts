import type { MailAddress } from './addresses.ts'
import type { Bounce } from './bounce.ts'
import type { Authentication, Automatic, Protection } from './kinds-of-mail.ts'
import type { LeftOut } from './limits.ts'
import type { MailFile } from './mail-files.ts'

/** What the header of a mail says; texts are storable and, but for the bodies, in one line. */
export interface MailHeader {
  /** Whether there is a header at all: else it is no mail. */
  isMail: boolean
  /** '<…>'; '<hash@missing>' for a mail without one. */
  messageId: string
  inReplyTo: string | null
  references: string[]
  /** Empty where absent. */
  from: MailAddress
  /** Whether the mail has exactly one From field with one address: else nothing is verified by it. */
  isFromSingle: boolean
  to: string[]
  cc: string[]
  /** Tokens of our reply addresses that the mail was sent to, in small letters. */
  replyTokens: string[]
  subject: string
  /** ISO 8601; null for a date that cannot be read. */
  sentAt: string | null
  automatic: Automatic | null
  authentication: Authentication
  /** A hash of what was written, hexadecimal. */
  contentHash: string
  leftOut: LeftOut[]
}

/** A mail that was attached: its words count for matching, its header does not. */
export interface NestedMail {
  subject: string
  text: string
}

/** Everything that is known about a mail by itself. */
export interface IncomingMail extends MailHeader {
  protection: Protection | null
  text: string
  /** The reply's own words, the quoted part, and the text of what is forwarded (null if nothing is). */
  topText: string
  quotedText: string
  forwardedText: string | null
  /** As it may be shown; null for plain mails. */
  html: string | null
  /** The same with pictures of other servers; null without any. */
  htmlWithPictures: string | null
  remotePictures: number
  bounce: Bounce | null
  files: MailFile[]
  nested: NestedMail[]
}

/** A picture that the HTML shows under an address of its own until it is put in. */
export interface OwnPicture {
  address: string
  file: MailFile
}

/** A mail whose HTML still lacks its own pictures. */
export interface ParsedMail extends IncomingMail {
  pictures: OwnPicture[]
}

export interface ReadingOptions {
  /** The name by which our mail server writes Authentication-Results (INBOX_AUTHSERV). */
  authserv?: string | null
}
