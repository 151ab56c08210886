import { isMissing } from '#contract/made-documents/made-documents.ts'
import { NO_ADDRESS } from '#contract/papers/papers.ts'
import { NO_NOTICE_TEMPLATE, NOTICE_MAILED } from '#contract/runs/start-run.ts'
import { type Bulk, bulkKind } from '#server/bulk/bulk-kind.ts'
import type { BulkOrder } from '#server/bulk/bulk-orders.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { lacksWords } from '#server/made-documents/lacking-orders.ts'
import { makeDocument } from '#server/made-documents/make-document.ts'
import { missingOf } from '#server/made-documents/missing.ts'
import { findTemplate, requireTemplate } from '#server/orders/events/submission.ts'
import { composeMail, queueOrderMail } from '#server/orders/mails/order-mail.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { ABOUT_ORDERS } from '#server/runs/run-needs.ts'

const NOTICE = 'arrival-notice'

interface Plan {
  template: { id: number; name: string }
  again: boolean
}

interface Done {
  mailId: number
}

/** The template to mail with: the named one, else the first that attaches the notice. Throws 400. */
async function noticeTemplate(db: Db, emailTemplateId: number | null): Promise<Plan['template']> {
  const usual = async () => {
    const found = db.selectFrom('mailTemplates').select('id').where('attaches', '=', NOTICE).where('system', '=', false)
    return (await found.orderBy('id').limit(1).executeTakeFirst())?.id ?? null
  }
  const found = await findTemplate(db, emailTemplateId ?? (await usual()))
  if (!found) throw invalid({ emailTemplateId: NO_NOTICE_TEMPLATE })
  return { id: found.id, name: found.title }
}

/** Why the notice of an order cannot be made, with all fields that are missing; null if it can. */
function lacking({ arrivalNotice: { company, confirmation } }: BulkOrder): string | null {
  const order = { shipmentDescription: null, shipmentWeight: null, shipmentVolume: null }
  const missing = missingOf(NOTICE, { company, confirmation, order, price: null }, null)
  const messages = missing.map(({ label }) => isMissing(label))
  return missing.length > 0 ? lacksWords(NOTICE, messages) : null
}

/** Makes the arrival notice of each order and mails it to its client. */
export const ARRIVAL_NOTICE: Bulk = bulkKind<typeof NOTICE, Plan, Done>(NOTICE, {
  needs: ABOUT_ORDERS,
  skipsCancelled: true,
  async plan(db, { emailTemplateId, again }) {
    const template = await noticeTemplate(db, emailTemplateId)
    return { title: template.name, plan: { template, again } }
  },
  isThere: ({ again }, { arrivalNoticeMailed }) => (arrivalNoticeMailed && !again ? NOTICE_MAILED : null),
  cannot: (_, order) => (order.email === '' ? NO_ADDRESS : lacking(order)),
  // Orders whose notice cannot be made are left out before.
  documents: async () => ({ cannot: new Map(), required: true }),
  template: ({ template }) => ({ id: template.id }),
  compose: (services, parts) => composeMail(services, parts),
  async prepare(services, { order }, actor) {
    const { userId } = actor
    if (userId === null) return []
    const wanted = { subject: { orderId: order.id }, kind: NOTICE, pieces: null, ifChanged: true } as const
    const [newest] = (await makeDocument(services, wanted, { ...actor, userId })).versions
    return newest ? [newest.documentId] : []
  },
  async apply(tx, services, { plan: { template }, order, documents }, actor) {
    await requireTemplate(tx, template)
    const mail = { orderId: order.id, template: { id: template.id }, documentIds: [...documents] }
    const mailId = await queueOrderMail(tx, services, mail, actor)
    const after = { documents: [...documents] }
    const event = { action: 'order.send-arrival-notice', entity: 'orders', entityId: order.id, after }
    await recordAudit(tx, actor, event, Object.keys(after))
    return { mailId }
  },
  // The run has cancelled the mail, and the notice stays among the documents.
  undo: async () => null,
})
