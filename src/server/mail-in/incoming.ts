import type { Automatic, LeftOut, Protection } from '#contract/mail-in/mail-in-codes.ts'

/** A file of a mail, as it was sent. */
export interface IncomingFile {
  name: string
  contentType: string
  /** Its bytes; null for one that was not read. */
  data: Buffer | null
  /** Bytes. */
  size: number
  /** Why it is no paper; null if it may be one. */
  refused: string | null
}

/** What a report says about one recipient. */
export interface Reported {
  /** Final- and Original-Recipient, bare. */
  addresses: readonly string[]
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  /** '5.1.1'. */
  status: string
  /** '550 5.1.1 …', without its type; '' for none. */
  diagnostic: string
}

/** A mail as it was read. Nothing of it is believed. */
export interface Incoming {
  messageId: string
  /** SHA-256 of what was written. */
  hash: Buffer
  inReplyTo: string | null
  references: readonly string[]
  from: { name: string; address: string }
  /** Whether it has one From field with one address. */
  oneSender: boolean
  to: readonly string[]
  cc: readonly string[]
  /** Every address that it came for, those of trace headers too: one of them may have a token. */
  cameFor: readonly string[]
  subject: string
  /** ISO 8601; null if its Date cannot be read. */
  sentAt: string | null
  automatic: Exclude<Automatic, 'own'> | null
  report: { originalId: string | null; recipients: readonly Reported[] } | null
  authentication: { spf: string | null; dkim: string | null; dmarc: string | null }
  protection: Protection | null
  leftOut: readonly LeftOut[]
  text: string
  /** Cleaned, without pictures on other servers; null for none. */
  html: string | null
  /** The same with them; null if there are none. */
  htmlWithPictures: string | null
  remotePictures: number
  /** Where codes are looked for: the text above what it quotes, and what it forwards. */
  textAbove: string
  forwarded: string
  files: readonly IncomingFile[]
}
