import { CHANGED_SINCE, type OrderRunPreview, type RunOutcome, type RunPreview } from '#contract/runs/start-run.ts'
import type { Db } from '#server/db/client.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { missingOfOrders } from '#server/orders/papers/read-papers.ts'
import type { Documents, Judged, Planned } from './bulk-kind.ts'
import type { BulkOrder } from './bulk-orders.ts'
import { newestOrderId, type Selected, selectedOrders } from './selected-orders.ts'
import { planRun } from './start-run.ts'

type Mails = NonNullable<Planned['mail']>

/** The orders of each mail, in the order in which the run adds them. */
function ordersByMail(mail: Mails, mailed: readonly BulkOrder[]): number[][] {
  const byAddress = grouped(mailed.map((order) => ({ id: order.id, key: mail.addressOf(order).toLowerCase() })))
  return byAddress.flatMap(([, ids]) =>
    Array.from({ length: Math.ceil(ids.length / mail.orders) }, (_, at) =>
      ids.slice(at * mail.orders, (at + 1) * mail.orders),
    ),
  )
}

/** The mail about an order as the run would send it; null if it would get none. */
async function sampleOf(
  db: Db,
  services: MailSettings,
  mail: Mails | null,
  orderIds: readonly number[] | undefined,
): Promise<RunPreview['mails']['sample']> {
  const [orderId] = orderIds ?? []
  if (!mail || !orderIds || orderId === undefined) return null
  const sample = await mail.sample(services, { db, orderId, orderIds })
  return sample && { subject: sample.rendered.subject, html: sample.rendered.html, to: sample.to.address }
}

/** Ids by key, in the order in which the keys come up. */
function grouped<K>(rows: readonly { id: number; key: K }[]): [K, number[]][] {
  const groups = new Map<K, number[]>()
  for (const { id, key } of rows) {
    const ids = groups.get(key)
    if (ids) ids.push(id)
    else groups.set(key, [id])
  }
  return [...groups]
}

/** Orders by reason. */
const byReason = (rows: readonly { id: number; reason: string }[]) =>
  grouped(rows.map(({ id, reason }) => ({ id, key: reason }))).map(([reason, ids]) => ({
    reason,
    count: ids.length,
    ids,
  }))

/** An order of the selection, and what the run does to it. */
interface Outcome extends Judged {
  id: number
  order: BulkOrder | undefined
}

const ORDER: readonly RunOutcome[] = ['changes', 'has-already', 'further-on', 'cannot']

const outcomesOf = (rows: readonly Outcome[]): RunPreview['outcomes'] =>
  ORDER.flatMap((outcome) =>
    grouped(rows.filter((row) => row.outcome === outcome).map(({ id, reason }) => ({ id, key: reason }))).map(
      ([reason, ids]) => ({ outcome, count: ids.length, ids, reason }),
    ),
  )

const fails = (reason: string) => ({ outcome: 'cannot' as const, reason, skipped: false })

/** What the run does to each order of the selection, and the documents that go with its mails. */
async function judgeAll(
  db: Db,
  planned: Planned,
  selected: readonly Selected[],
): Promise<{ rows: Outcome[]; documents: Documents | null }> {
  const judged = selected.map((row) => {
    const found = planned.judge(row.order)
    // A row whose order changed after it was shown will fail in the run.
    const isStale = !found.skipped && row.version !== row.order?.updatedAt
    return { ...row, ...found, ...(isStale && fails(CHANGED_SINCE)) }
  })
  const open = judged.flatMap(({ order, skipped, outcome, ...row }) =>
    order && !skipped && outcome !== 'cannot' ? [{ ...row, order }] : [],
  )
  const [foreseen, documents] = await Promise.all([
    planned.foresee(db, open),
    planned.documents(
      db,
      open.flatMap(({ order }) => (order.email === '' ? [] : order)),
    ),
  ])
  const rows = judged.map((row): Outcome => {
    const reason = foreseen.get(row.id) ?? (documents?.required ? documents.cannot.get(row.id) : undefined)
    return { ...row, ...(reason !== undefined && fails(reason)) }
  })
  return { rows, documents }
}

/** The documents that go with these mails, and those that cannot. */
const attachmentsOf = ({ cannot }: Documents, mailed: readonly BulkOrder[]): RunPreview['attachments'] => ({
  can: mailed.filter(({ id }) => !cannot.has(id)).length,
  cannot: byReason([...cannot].map(([id, reason]) => ({ id, reason }))),
})

/** `showsMail` is false for a caller who may not read the texts of mails. */
type Asked = OrderRunPreview & { userId: number; showsMail: boolean }

/** The effect of a run over a selection of orders; changes nothing. Throws 400 at the fields. */
export async function previewRun(
  db: Db,
  services: MailSettings,
  { kind, input, selection, orderId, userId, showsMail }: Asked,
): Promise<RunPreview> {
  const planned = await planRun(db, { kind, input })
  const isListed = !selection.ids && !selection.orders
  // The newest id is read before the orders: later orders are not in the list.
  const asOfId = isListed ? (selection.asOfId ?? (await newestOrderId(db))) : null
  const asker = { userId, timeZone: services.config.timeZone }
  const selected = await selectedOrders(db, { ...selection, asOfId }, asker)
  const { rows, documents } = await judgeAll(db, planned, selected)
  const isDone = ({ outcome, skipped }: Judged) => outcome !== 'cannot' && !skipped
  const done = rows.flatMap((row) => (row.order && isDone(row) ? [row.order] : []))
  const ids = done.map(({ id }) => id)
  const { mail } = planned
  const mailed = mail ? done.filter((order) => mail.addressOf(order) !== '') : []
  const silent = rows.flatMap(({ id, order, outcome }) =>
    mail && order && outcome === 'changes' && mail.addressOf(order) === '' ? [id] : [],
  )
  const mails = mail ? ordersByMail(mail, mailed) : []
  const shown = showsMail && orderId ? mails.find((orders) => orders.includes(orderId)) : undefined
  const sample = await sampleOf(db, services, mail, shown)
  return {
    total: selected.length,
    applies: done.length,
    outcomes: outcomesOf(rows),
    noAddress: mail ? { count: silent.length, ids: silent } : null,
    attachments: documents && attachmentsOf(documents, mailed),
    skips: byReason(rows.flatMap(({ id, skipped, reason }) => (skipped ? [{ id, reason: reason ?? '' }] : []))),
    mails: {
      count: mails.length,
      recipients: new Set(mailed.map((order) => mail?.addressOf(order).toLowerCase())).size,
      withoutAddress: mail ? done.length - mailed.length : 0,
      sample,
    },
    papers: planned.needsPapers ? await missingOfOrders(db, ids) : [],
    conflicts: await planned.conflicts(db, ids),
    asOfId,
  }
}
