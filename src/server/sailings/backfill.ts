import { sql } from 'kysely'
import { formatDate } from '#contract/lib/format.ts'
import { type Db, inTransaction, type Tx } from '#server/db/client.ts'
import { recordEach } from '#server/resource/audit.ts'
import { FIRST, type Group, type GroupKey, nextGroups } from './backfill-groups.ts'
import { type Dates, recordAllDates } from './record-dates.ts'
import { nextReferences } from './sailing-reference.ts'
import { statusOf } from './sailing-status.ts'

const ACTOR = { userId: null, impersonatorId: null, ip: 'command line', requestId: '' }
const DAY = 86_400_000
/** Entries of the trail in one statement. */
const ENTRIES = 1000
/** Sailings of one transaction. */
const BATCH = 200

interface Options {
  /** False: nothing is written. */
  apply: boolean
  batch?: number
  say: (line: string) => void
}
type Loaded = Group & { sailingId: number }

/** The date if it has passed: an actual day in the future is a typing error. */
const happened = (date: string | null) => (date && Date.parse(date) <= Date.now() + DAY ? date : null)
/** The arrival unless it is before the departure: then one of the two is wrong. */
const notBefore = (arrival: string | null, departure: string | null) =>
  arrival && departure && arrival < departure ? null : arrival

function datesOf({ cargoCutOffAt, documentationCutOffAt, etd, atd, portEta, portAta }: Group): Dates {
  const departed = happened(atd)
  return {
    cargoCutOffAt,
    documentationCutOffAt,
    vgmCutOffAt: null,
    etd,
    atd: departed,
    portEta: notBefore(portEta, etd),
    portAta: notBefore(happened(portAta), departed),
  }
}

/** Adds the missing sailings. */
async function addSailings(tx: Tx, groups: readonly Group[]): Promise<Loaded[]> {
  const fresh = groups.filter(({ sailingId }) => sailingId === null)
  const references = fresh.length > 0 ? await nextReferences(tx, fresh.length) : []
  const rows = fresh.map((group, at) => {
    const { vesselId, voyage, portOfLoading, portOfDischarge } = group
    const dates = datesOf(group)
    const status = statusOf({ status: 'planned', ...dates }, null)
    const reference = references[at] ?? ''
    return {
      vesselId,
      voyage,
      portOfLoading,
      portOfDischarge,
      ...dates,
      status,
      reference,
      carrierId: null,
      depotId: null,
    }
  })
  const added =
    rows.length > 0 ? await tx.insertInto('sailings').values(rows).returning(['id', 'reference']).execute() : []
  const ids = new Map(added.map(({ id, reference }) => [reference, id]))
  const idOf = (reference: string | undefined) => ids.get(reference ?? '') ?? 0
  await recordAllDates(
    tx,
    ACTOR,
    rows.map((after) => ({ sailingId: idOf(after.reference), before: null, after })),
    'import',
  )
  const created = rows.map((after) => ({
    action: 'sailing.create',
    entity: 'sailings',
    entityId: idOf(after.reference),
    after,
  }))
  await recordEach(tx, ACTOR, created, Object.keys(rows[0] ?? {}))
  return groups.map((group) => {
    const reference = group.reference ?? references[fresh.indexOf(group)] ?? ''
    return { ...group, reference, sailingId: group.sailingId ?? idOf(reference) }
  })
}

/** Puts the orders of the groups on their sailings; their confirmations stay as they are. */
async function load(tx: Tx, groups: readonly Loaded[]): Promise<void> {
  const rows = groups.flatMap(({ sailingId, orders }) =>
    orders.map(({ id, receivedAt }, at) => ({ order_id: id, sailing_id: sailingId, received_at: receivedAt, at })),
  )
  await sql`insert into loadings (order_id, sailing_id, received_at, position)
    select new.order_id, new.sailing_id, new.received_at, new.at + 1 + coalesce(
      (select max(l.position) from loadings l where l.sailing_id = new.sailing_id), 0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as new (order_id integer, sailing_id integer, received_at timestamptz, at integer)`.execute(tx)
  for (let from = 0; from < rows.length; from += ENTRIES) {
    const events = rows.slice(from, from + ENTRIES).map(({ order_id, sailing_id }) => ({
      action: 'order.load',
      entity: 'orders',
      entityId: order_id,
      before: { sailingId: null },
      after: { sailingId: sailing_id },
    }))
    await recordEach(tx, ACTOR, events, ['sailingId'])
  }
  const lists = groups.map(({ sailingId, orders }) => ({
    action: 'sailing.load',
    entity: 'sailings',
    entityId: sailingId,
    after: { orders: orders.map(({ id }) => id) },
  }))
  await recordEach(tx, ACTOR, lists, ['orders'])
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

function lineOf({ reference, vessel, voyage, portOfLoading, portOfDischarge, etd, orders, differing }: Group): string {
  const departs = etd ? `, ETD ${formatDate(etd)}` : ''
  const others = differing > 0 ? `, ${differing} with other dates` : ''
  const where = `${vessel} ${voyage} ${portOfLoading} → ${portOfDischarge}`
  return `${reference ?? 'new'}: ${where}${departs}: ${count(orders.length, 'order')}${others}`
}

/**
 * Groups the booking confirmations of orders without a sailing by vessel, voyage and ports, and makes a
 * sailing of each group of two and more, with the dates of the majority. Orders of an existing sailing join
 * it; confirmations stay as they are. A batch of groups is one transaction, so an interrupted run continues
 * where it was. Orders that somebody took off a sailing stay off. Returns a summary.
 */
export async function backfillSailings(db: Db, { apply, say, batch = BATCH }: Options): Promise<string> {
  let after: GroupKey = FIRST
  let [groups, orders] = [0, 0]
  for (;;) {
    const found = await inTransaction(db, async (tx) => {
      const next = await nextGroups(tx, after, batch)
      if (!apply || next.length === 0) return next
      const loaded = await addSailings(tx, next)
      await load(tx, loaded)
      return loaded
    })
    const last = found.at(-1)
    if (!last) break
    for (const group of found) say(lineOf(group))
    groups += found.length
    orders += found.reduce((sum, group) => sum + group.orders.length, 0)
    after = last
  }
  const done = `${count(orders, 'order')} on ${count(groups, 'sailing')}`
  if (groups === 0) return 'Nothing to do: no orders share a vessel, voyage and ports without being on a sailing.'
  return apply ? `Loaded ${done}.` : `Would load ${done}. Nothing was changed; add --apply to do it.`
}
