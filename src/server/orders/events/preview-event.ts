import type { z } from 'zod'
import type { EventPreview, eventPreviewInput } from '#contract/orders/set-event.ts'
import type { Db } from '#server/db/client.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { copyAddresses } from '#server/mail/outbox.ts'
import { emptyVariables, readTemplate } from '#server/mail/render-mail.ts'
import { findDocuments } from '#server/orders/attach-documents.ts'
import { composeOrderMail } from '#server/orders/mails/order-mail.ts'
import { factsOf, findEvent, findTemplate } from './submission.ts'

/** The submission to preview, and its author. */
type Previewed = z.output<typeof eventPreviewInput> & { templateId: number; orderId: number; userId: number }

/**
 * The mail that `setEvent` with the same values would send. Throws 404 for the order or the template, 400 at
 * the fields.
 */
export async function previewEvent(db: Db, services: MailSettings, input: Previewed): Promise<EventPreview> {
  const { templateId, orderId, userId, eventId, comment } = input
  const date = input.date ?? new Date().toISOString()
  await readTemplate(db, { id: templateId })
  await findTemplate(db, templateId)
  const event = eventId === null ? { date, comment } : factsOf(await findEvent(db, eventId), { date, comment })
  const documents = await findDocuments(db, { ids: input.documents, userId, orderId, lock: false })
  const { rendered, to, template, values } = await composeOrderMail(db, services, {
    orderId,
    template: { id: templateId },
    event,
  })
  const empty = await emptyVariables(db, template, values)
  return {
    subject: rendered.subject,
    html: rendered.html,
    to: to.address,
    copies: await copyAddresses(db),
    attachments: documents.map(({ name, size }) => ({ name, size })),
    warnings: empty.map(({ identifier, label }) => ({
      variable: identifier,
      message: `${label} is empty in this order.`,
    })),
  }
}
