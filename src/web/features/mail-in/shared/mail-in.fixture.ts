import type { MailFile, MailIn, MailInRow } from '#contract/mail-in/mail-in.ts'

/** A mail of Anna about the order 7. */
export const testMail: MailIn = {
  id: 5,
  inboxId: null,
  messageId: '<5@client.example>',
  inReplyTo: null,
  references: [],
  fromName: 'Anna Lee',
  fromAddress: 'anna@client.example',
  toAddresses: ['desk@quayside.example'],
  ccAddresses: ['tom@client.example'],
  subject: 'Papers',
  sentAt: '2026-11-20T10:00:00.000Z',
  receivedAt: '2026-11-20T10:00:05.000Z',
  size: 900,
  automatic: null,
  authentication: { spf: null, dkim: null, dmarc: null },
  protection: null,
  leftOut: [],
  remotePictures: 0,
  matched: 'code',
  verified: true,
  threadId: 3,
  orderId: 7,
  orders: [{ id: 7, trackingCode: 'ABCD12345678', how: 'code' }],
  sailingId: null,
  clientId: 4,
  suggestions: [],
  state: 'new',
  claimedBy: null,
  claimedAt: null,
  snoozedUntil: null,
  updatedAt: '2026-11-20T10:00:06.000Z',
  text: 'Here they are.\n\nOn Nov 19, 2026, Quayside <a@b.example> wrote:\n> Please send them.',
  html: null,
  files: [],
}

/** A file of a mail. */
export const testFile = (values: Partial<MailFile>): MailFile => ({
  id: 1,
  name: 'Packing list.pdf',
  contentType: 'application/pdf',
  size: 2048,
  state: 'new',
  reason: null,
  documentId: null,
  requirementId: null,
  suggestion: null,
  ...values,
})

/** The row of a mail in the list. */
export const rowOf = ({ text, html: _, files: __, ...mail }: MailIn): MailInRow => ({
  ...mail,
  snippet: text.split('\n', 1)[0] ?? '',
})
