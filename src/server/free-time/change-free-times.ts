import { type Selectable, sql } from 'kysely'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import {
  DAYS_UNKNOWN,
  type FreeTime,
  type FreeTimeChange,
  NO_STORAGE,
  ONLY_STORAGE,
  OTHER_CONTAINER,
  OTHER_SAILING,
  SAID_WITHOUT_DAY,
} from '#contract/free-time/free-times.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import type { Tx } from '#server/db/client.ts'
import type { FreeTimes } from '#server/db/types.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { lastEditor, nextVersion, staleEdit } from '#server/resource/versions.ts'
import { recordFreeTimes, type Subject } from './free-time-trail.ts'
import { freeTimesOfContainers, freeTimesOfOrder } from './read-free-times.ts'

/** One change of the body, its place there, and the container or order whose clock it is. */
interface Change extends FreeTimeChange {
  at: number
  subject: Subject
  /** False for one of several containers, which have versions of their own. */
  checksVersion: boolean
}

type Stored = Selectable<FreeTimes>
const fieldOf = ({ at }: Pick<Change, 'at'>, name: string) => `freeTimes.${at}.${name}`

const rowsOf = (tx: Tx, { containerId, orderId }: Subject) =>
  containerId === null ? freeTimesOfOrder(tx, orderId ?? 0) : freeTimesOfContainers(tx, [containerId])

const storedClock = (tx: Tx, { subject, clock }: Pick<Change, 'subject' | 'clock'>): Promise<Stored | undefined> =>
  tx
    .selectFrom('freeTimes')
    .selectAll()
    .where('clock', '=', clock)
    .$call((query) =>
      subject.containerId === null
        ? query.where('orderId', '=', subject.orderId)
        : query.where('containerId', '=', subject.containerId),
    )
    .executeTakeFirst()

/** Throws 409 for a change of an outdated clock, also of one that is gone. */
async function checkClock(tx: Tx, change: Change, row: Stored | undefined): Promise<void> {
  const { updatedAt, checksVersion, subject, clock } = change
  if (!updatedAt || !checksVersion || updatedAt === row?.updatedAt) return
  const now = (await rowsOf(tx, subject)).find((each) => each.clock === clock) ?? null
  const trail =
    subject.orderId === null ? { of: 'containers', id: subject.containerId } : { of: 'orders', id: subject.orderId }
  const record = { id: trail.id ?? 0, updatedAt: row?.updatedAt ?? updatedAt }
  throw staleEdit(await lastEditor(tx, record, trail.of), record.updatedAt, now)
}

const BY_HAND = ['startsOn', 'startBasis', 'days', 'unit', 'firstDay', 'lastFreeDay'] as const

/** What a change says about the start and the days; nothing where it gives the clock back to the rules. */
function countedBy(change: Change, row: Stored | undefined) {
  if (change.byHand === false) return { byHand: false, setFreeDay: null }
  const named = BY_HAND.filter((field) => change[field] !== undefined)
  if (named.length === 0) return change.byHand === true ? { byHand: true } : {}
  const { startsOn, startBasis, days, unit, firstDay, lastFreeDay } = change
  const basis = startBasis ?? (startsOn ? 'by-hand' : undefined)
  return {
    byHand: true,
    ...(startsOn !== undefined && { startsOn }),
    // A start that is counted from something follows it again, unless its day was named as well.
    ...(startBasis !== undefined && startsOn === undefined && startBasis !== row?.startBasis && { startsOn: null }),
    ...(basis !== undefined && { startBasis: basis }),
    ...(days !== undefined && { days }),
    ...(unit !== undefined && { unit }),
    ...(firstDay !== undefined && { firstDay }),
    setFreeDay: lastFreeDay ?? null,
  }
}

/** What a change says about the day that others told. Throws 400 for words without a day. */
function saidBy(change: Change, row: Stored | undefined) {
  const { saidFreeDay, saidBy: by, saidNote } = change
  if (saidFreeDay === null) return { saidFreeDay: null, saidBy: null, saidNote: '' }
  const day = saidFreeDay ?? row?.saidFreeDay ?? null
  if (day === null && (by || saidNote)) throw invalid({ [fieldOf(change, 'saidFreeDay')]: SAID_WITHOUT_DAY })
  return {
    ...(saidFreeDay !== undefined && { saidFreeDay }),
    ...(day !== null && { saidBy: by ?? row?.saidBy ?? ('notice' as const) }),
    ...(saidNote !== undefined && { saidNote }),
  }
}

/** An end by hand; null gives it back to what happens. */
const endedBy = ({ endedOn }: Change) =>
  endedOn === undefined ? {} : { endedOn, endBasis: endedOn === null ? null : ('by-hand' as const) }

/** Fills in from its rule what nobody named of a clock by hand. Throws 400 if no rule tells the days. */
async function fillFromRule(tx: Tx, id: number, change: Change, row: Stored | undefined): Promise<void> {
  const { rows } = await sql<{
    days: number
    unit: Stored['unit']
    firstDay: Stored['firstDay']
    startBasis: Stored['startBasis']
  }>`
    select r.days, r.unit, r.first_day, r.start_basis from wanted_free_times w join free_time_rules r on r.id = w.rule_id
    where w.id = ${id}`.execute(tx)
  const rule = rows[0]
  if (!rule) throw invalid({ [fieldOf(change, 'days')]: DAYS_UNKNOWN })
  const { days, unit, firstDay, startBasis, startsOn } = change
  await tx
    .updateTable('freeTimes')
    .set({
      days: days ?? rule.days,
      unit: unit ?? (row?.byHand ? row.unit : rule.unit),
      firstDay: firstDay ?? (row?.byHand ? row.firstDay : rule.firstDay),
      startBasis: startBasis ?? (startsOn || row?.startsOn ? sql`start_basis` : rule.startBasis),
    })
    .where('id', '=', id)
    .execute()
}

/** Writes a change of one clock; `keep_free_times` computes the rest. */
async function writeClock(tx: Tx, change: Change): Promise<void> {
  const row = await storedClock(tx, change)
  await checkClock(tx, change, row)
  const { subject, clock, note } = change
  const values = {
    ...countedBy(change, row),
    ...saidBy(change, row),
    ...endedBy(change),
    ...(note !== undefined && { note }),
  }
  const { id, byHand, days, setFreeDay } = row
    ? await tx
        .updateTable('freeTimes')
        .set({ ...values, updatedAt: nextVersion() })
        .where('id', '=', row.id)
        .returning(['id', 'byHand', 'days', 'setFreeDay'])
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('freeTimes')
        .values({
          containerId: subject.containerId,
          orderId: subject.containerId === null ? subject.orderId : null,
          clock,
          ...values,
        })
        .returning(['id', 'byHand', 'days', 'setFreeDay'])
        .executeTakeFirstOrThrow()
  if (byHand && days === null && setFreeDay === null) await fillFromRule(tx, id, change, row)
}

/** Writes all changes, and brings their clocks up to date. */
async function writeClocks(tx: Tx, changes: readonly Change[], actor: Actor): Promise<void> {
  const subjects = [
    ...new Map(changes.map(({ subject }) => [`${subject.containerId}:${subject.orderId}`, subject])).values(),
  ]
  const read = async (): Promise<FreeTime[]> =>
    (await Promise.all(subjects.map((subject) => rowsOf(tx, subject)))).flat()
  const before = await read()
  for (const change of changes) await writeClock(tx, change)
  const containers = subjects.flatMap(({ containerId }) => containerId ?? [])
  const orders = subjects.flatMap(({ containerId, orderId }) =>
    containerId === null && orderId !== null ? [orderId] : [],
  )
  await sql`select keep_free_times(${containers}::integer[], ${orders}::integer[])`.execute(tx)
  await recordFreeTimes(tx, { subjects, before, after: await read() }, actor)
}

/** Changes the clocks of an order: the storage of an LCL order, those of an FCL order's containers. Throws 404, 400, 409. */
export async function changeOrderFreeTimes(
  tx: Tx,
  _: unknown,
  { orderId, freeTimes }: { orderId: number; freeTimes: readonly FreeTimeChange[] },
  actor: Actor,
): Promise<{ items: FreeTime[] }> {
  await lockOrder(tx, orderId)
  const order = await tx
    .selectFrom('orders')
    .select('transportationMode')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const containers = await tx
    .selectFrom('containers')
    .select('id')
    .where('orderId', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const isLcl = order.transportationMode === TransportationMode.LCL
  const changes = freeTimes.map((change, at): Change => {
    const isStorage = change.clock === 'storage'
    if (isLcl !== isStorage) throw invalid({ [fieldOf({ at }, 'clock')]: isLcl ? ONLY_STORAGE : NO_STORAGE })
    const [only, ...others] = containers
    const containerId = change.containerId ?? (others.length === 0 && !isLcl ? (only?.id ?? null) : null)
    if (!isLcl && containerId === null) throw invalid({ [fieldOf({ at }, 'containerId')]: CHOOSE })
    const isOwn = containerId === null || containers.some(({ id }) => id === containerId)
    if (!isOwn) throw invalid({ [fieldOf({ at }, 'containerId')]: OTHER_CONTAINER })
    return { ...change, at, subject: { containerId, orderId }, checksVersion: true }
  })
  await writeClocks(tx, changes, actor)
  return { items: await freeTimesOfOrder(tx, orderId) }
}

/** Changes the clocks of a container, or of several of its sailing at once. Throws 404, 400, 409. */
export async function changeContainerFreeTimes(
  tx: Tx,
  _: unknown,
  {
    containerId: pathId,
    containerIds,
    freeTimes,
  }: { containerId: number; containerIds?: readonly number[] | undefined; freeTimes: readonly FreeTimeChange[] },
  actor: Actor,
): Promise<{ items: FreeTime[] }> {
  const of = await tx
    .selectFrom('containers')
    .select(['sailingId', 'orderId'])
    .where('id', '=', pathId)
    .executeTakeFirst()
  if (!of) throw notFound('Container')
  if (of.orderId !== null) await lockOrder(tx, of.orderId)
  const ids = containerIds && containerIds.length > 0 ? containerIds : [pathId]
  const locked = await tx
    .selectFrom('containers')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<boolean>`(sailing_id, order_id) is not distinct from (${of.sailingId}::integer, ${of.orderId}::integer)`)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length < ids.length) throw invalid({ containerIds: OTHER_SAILING })
  const changes = freeTimes.flatMap((change, at): Change[] => {
    if (change.clock === 'storage') throw invalid({ [fieldOf({ at }, 'clock')]: NO_STORAGE })
    const own = change.containerId === null ? ids : ids.filter((id) => id === change.containerId)
    if (own.length === 0) throw invalid({ [fieldOf({ at }, 'containerId')]: CHOOSE })
    const { orderId } = of
    return own.map((containerId) => ({
      ...change,
      at,
      subject: { containerId, orderId },
      checksVersion: own.length === 1,
    }))
  })
  await writeClocks(tx, changes, actor)
  return { items: await freeTimesOfContainers(tx, ids) }
}
