import type { z } from 'zod'
import type { EventPreview, eventPreviewInput } from '#contract/orders/set-event.ts'
import type { Db } from '#server/db/client.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { copyAddresses } from '#server/mail/outbox.ts'
import { emptyVariables, readTemplate } from '#server/mail/render-mail.ts'
import { findDocuments } from '#server/orders/attach-documents.ts'
import { composeMail, readMailParts } from '#server/orders/mails/order-mail.ts'
import { carriesOf, withCarried } from './carry.ts'
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
  const chosen = eventId === null ? null : await findEvent(db, eventId)
  const event = chosen ? factsOf(chosen, { date, comment }) : { date, comment }
  const carried = chosen ? await carriesOf(db, orderId, { ...chosen, date }, services.config.timeZone) : []
  const documents = await findDocuments(db, { ids: input.documents, userId, orderId, lock: false })
  const { found, ...parts } = await readMailParts(db, { orderId, template: { id: templateId } })
  const { rendered, to, template, values } = await composeMail(
    services,
    { ...parts, found: withCarried(found, carried) },
    event,
  )
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
