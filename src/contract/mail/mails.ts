import { z } from 'zod'
import { MailState, mailState } from '#contract/codes/mail-state.ts'
import * as f from '#contract/lib/fields.ts'
import { mailKind, recipientRole } from './mail-codes.ts'

/** A mail to one recipient. */
export const mailDelivery = z.object({
  id: z.int(),
  role: recipientRole,
  name: z.string(),
  address: z.string(),
  state: mailState,
  attempts: z.int(),
  reason: z.string().nullable(),
  sentAt: z.string().nullable(),
  bounce: z
    .object({
      code: z.string().describe('The status that the report gives, such as 5.1.1.'),
      text: z.string().describe('What the server said.'),
      at: z.string().describe('When the report came.'),
      mailInId: z.int().nullable().describe('The report; null once it was removed.'),
      soft: z.boolean().describe('Whether it is only delayed: then the mail may still arrive.'),
    })
    .nullable()
    .describe('What a report said about it; null for none.'),
})

/** A mail of the outbox. */
export const mail = z.object({
  id: z.int(),
  kind: mailKind,
  orderId: z.int().nullable(),
  /** All its orders, that one first: a change of dates tells a client of several in one mail. */
  orderIds: z.array(z.int()),
  templateTitle: z.string().nullable(),
  subject: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  /** The instant until which it is held; null if it never was, or without a mail server. */
  sendAt: z.string().nullable(),
  deliveries: z.array(mailDelivery),
  messageId: z.string().nullable().describe('Its Message-ID; null for one of before these were kept.'),
  inReplyTo: z.string().nullable().describe('The Message-ID of the mail that it answers; null for none.'),
  threadId: z.int().nullable().describe('The thread of mails that it belongs to; null for none.'),
})
export type Mail = z.infer<typeof mail>
/** A mail with its text; null for password resets, whose text gives access to the account. */
export const mailWithText = mail.extend({ html: z.string().nullable(), text: z.string().nullable() })

/** Failed mails to retry: all, or those that match the search. One call retries one batch. */
export const retryFailedInput = z.object({
  /** The state of the mails to retry; failed by default. */
  state: z.enum([MailState.FAILED, MailState.UNSENT], { error: 'state is failed or unsent' }).optional(),
  search: f.text('Search', 200),
  /** The point to continue from: `next` of the previous reply. */
  before: f.optionalId(),
})

/** Mails that a call queued again, and where the next call continues; null if none are left. */
export const retriedMails = z.object({ count: z.int(), next: z.int().nullable() })
