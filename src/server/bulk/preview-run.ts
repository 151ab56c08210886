import type { z } from 'zod'
import type { RunPreview, runPreviewInput } from '#contract/runs/start-run.ts'
import type { Db } from '#server/db/client.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { readMailParts } from '#server/orders/mails/order-mail.ts'
import { missingOfOrders } from '#server/orders/papers/read-papers.ts'
import type { Planned } from './bulk-kind.ts'
import type { BulkOrder } from './bulk-orders.ts'
import { newestOrderId, selectedOrders } from './selected-orders.ts'
import { planRun } from './start-run.ts'

/** The mail of one order as the run would send it; null if it would get none. */
async function sampleOf(
  db: Db,
  services: MailSettings,
  { template, compose }: Planned,
  order: BulkOrder | undefined,
): Promise<RunPreview['mails']['sample']> {
  if (!template || !compose || !order || order.email === '') return null
  const { rendered, to } = await compose(services, await readMailParts(db, { orderId: order.id, template }), {
    db,
    orderId: order.id,
  })
  return { subject: rendered.subject, html: rendered.html, to: to.address }
}

/** Left-out orders by reason, in the order in which the reasons come up. */
function groupSkips(skipped: readonly { id: number; reason: string }[]): RunPreview['skips'] {
  const groups = new Map<string, number[]>()
  for (const { id, reason } of skipped) groups.set(reason, [...(groups.get(reason) ?? []), id])
  return [...groups].map(([reason, ids]) => ({ reason, count: ids.length, ids }))
}

/** `showsMail` is false for a caller who may not read the texts of mails. */
type Previewed = z.output<typeof runPreviewInput> & { userId: number; showsMail: boolean }

/** The effect of a run over a selection of orders; changes nothing. Throws 400 at the fields. */
export async function previewRun(
  db: Db,
  services: MailSettings,
  { kind, input, selection, orderId, userId, showsMail }: Previewed,
): Promise<RunPreview> {
  const planned = await planRun(db, { kind, input })
  const isListed = !selection.ids && !selection.orders
  // The newest id is read before the orders: later orders are not in the list.
  const asOfId = isListed ? (selection.asOfId ?? (await newestOrderId(db))) : null
  const asker = { userId, timeZone: services.config.timeZone }
  const selected = await selectedOrders(db, { ...selection, asOfId }, asker)
  const judged = selected.map(({ id, order }) => ({ id, order, reason: planned.skips(order) }))
  const applies = judged.flatMap(({ order, reason }) => (order && reason === null ? [order] : []))
  const skipped = judged.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }]))
  const mailed = planned.template ? applies.filter(({ email }) => email !== '') : []
  const sample = await sampleOf(db, services, planned, showsMail ? applies.find(({ id }) => id === orderId) : undefined)
  return {
    total: selected.length,
    applies: applies.length,
    skips: groupSkips(skipped),
    mails: {
      count: mailed.length,
      recipients: new Set(mailed.map(({ email }) => email.toLowerCase())).size,
      withoutAddress: planned.template ? applies.length - mailed.length : 0,
      sample,
    },
    papers: planned.needsPapers
      ? await missingOfOrders(
          db,
          applies.map(({ id }) => id),
        )
      : [],
    asOfId,
  }
}
