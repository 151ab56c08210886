import { sql } from 'kysely'
import { CLIENT_DELETED, ORDER_DELETED } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudits } from '#server/resource/audit.ts'
import type { BatchItem, BatchUndone } from '#server/runs/run-kind.ts'
import type { Services } from '#server/services.ts'
import type { UpdatedPart, UpdatedResult } from './apply-updates.ts'
import {
  fieldOf,
  labelOf,
  lastChanges,
  lockPart,
  PARTS,
  type PartChange,
  type PartName,
  type Stored,
  versionOf,
  writePart,
} from './stored-parts.ts'

/** Whether a row changed a record that existed, rather than making one. */
export const isUpdated = ({ result }: BatchItem): boolean =>
  typeof result === 'object' && result !== null && 'updated' in result

const updatedOf = ({ result }: BatchItem) => (result as UpdatedResult).updated // asked only where isUpdated

/**
 * Columns that only make sense together: they are taken back together or not at all. A column that is in none
 * stands alone.
 */
const TOGETHER: readonly (readonly string[])[] = [
  [
    'transportation_mode',
    'shipment_trade_terms',
    'origin_location_id',
    'origin_depot_id',
    'origin_port_id',
    'city_name',
  ],
  ['shipment_destination', 'cartage_name', 'amazon_ref_id', 'shipment_id'],
  ['cargo_insurance', 'custom_brokerage', 'shipment_value'],
]

const groupsOf = (columns: readonly string[]): string[][] => {
  const grouped = TOGETHER.map((group) => columns.filter((column) => group.includes(column)))
  const alone = columns.filter((column) => !TOGETHER.some((group) => group.includes(column))).map((column) => [column])
  return [...grouped, ...alone].filter((group) => group.length > 0)
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Tables of the records that columns name. */
const NAMED: Readonly<Record<string, string>> = {
  origin_location_id: 'locations',
  origin_depot_id: 'depots',
  origin_port_id: 'ports',
  shipment_destination: 'cartages',
  vessel_id: 'vessels',
  in_charge_id: 'users',
}

/** Whether a record that an old value names is still there. */
async function readOldNames(tx: Tx, parts: readonly UpdatedPart[]): Promise<(column: string, id: unknown) => boolean> {
  const there = new Map<string, ReadonlySet<unknown>>()
  for (const [column, table] of Object.entries(NAMED)) {
    const ids = parts.flatMap(({ columns }) => (typeof columns[column]?.[0] === 'number' ? [columns[column][0]] : []))
    if (ids.length === 0) continue
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where id = any(${ids}::int[]) for key share`.execute(tx)
    there.set(column, new Set(rows.map(({ id }) => id)))
  }
  return (column, id) => typeof id !== 'number' || !(column in NAMED) || there.get(column)?.has(id) === true
}

/** A part of a row: the columns to take back, and those that stay. */
interface Plan {
  position: number
  id: number
  before: Stored
  back: Record<string, unknown>
  changed: string[]
  gone: string[]
}

/** What can be taken back of a part: groups of columns that still hold what the import wrote. */
function planOf(
  { position, id }: { position: number; id: number },
  part: UpdatedPart,
  before: Stored,
  isThere: (column: string, id: unknown) => boolean,
): Plan {
  const plan: Plan = { position, id, before, back: {}, changed: [], gone: [] }
  for (const group of groupsOf(Object.keys(part.columns))) {
    const values = (column: string) => part.columns[column] ?? [null, null]
    if (group.some((column) => !isSame(before[column], values(column)[1]))) plan.changed.push(...group)
    else if (group.some((column) => !isThere(column, values(column)[0]))) plan.gone.push(...group)
    else for (const column of group) plan.back[column] = values(column)[0]
  }
  return plan
}

/** Why some columns stay as they are; null if none does. */
function reasonOf(name: PartName, { changed, gone, back }: Plan, who: string | undefined): string | null {
  const labels = (columns: readonly string[]) =>
    [...new Set(columns.map((column) => labelOf(name, column)))].filter((label) => label !== '').join(', ')
  const reasons = [
    ...(changed.length > 0 ? [`${labels(changed)}: ${who ?? 'changed by someone else'}`] : []),
    ...(gone.length > 0 ? [`${labels(gone)}: what it was before no longer exists`] : []),
  ]
  if (reasons.length === 0) return null
  return `${reasons.join('; ')}${Object.keys(back).length > 0 ? '. The rest was taken back' : ''}`
}

const CONFIRMATION_REMOVED = 'The booking confirmation was removed'

/** Deletes confirmations that an import made and nobody has changed since. Returns the positions of their rows. */
async function removeMade(tx: Tx, plans: readonly (Plan & { made: string | undefined })[], actor: Actor) {
  const gone = plans.filter(({ made, before }) => made === versionOf(before))
  const entityIds = gone.map(({ id }) => id)
  if (entityIds.length > 0) {
    await tx.deleteFrom('confirmations').where('orderId', 'in', entityIds).execute()
    await recordAudits(tx, actor, { action: 'confirmation.remove', entity: 'confirmations', entityIds })
  }
  return new Set(gone.map(({ position }) => position))
}

/** Takes a part of some rows back. Returns why values stay, by the position of their row. */
async function undoPart(
  tx: Tx,
  name: PartName,
  { items, timeZone, actor }: { items: readonly BatchItem[]; timeZone: string; actor: Actor },
): Promise<Map<number, string>> {
  const rows = items.flatMap((item) => {
    const { id, parts } = updatedOf(item)
    const part = parts[name]
    return part ? [{ position: item.position, id, part }] : []
  })
  const stored = await lockPart(
    tx,
    name,
    rows.map(({ id }) => id),
  )
  const isThere = await readOldNames(
    tx,
    rows.map(({ part }) => part),
  )
  const plans = rows.flatMap(({ part, ...row }) => {
    const before = stored.get(row.id)
    return before ? [{ ...planOf(row, part, before, isThere), made: part.made }] : []
  })
  const removed = name === 'confirmation' ? await removeMade(tx, plans, actor) : new Set<number>()
  const left = plans.filter(({ position }) => !removed.has(position))
  const changes = left.flatMap(({ id, before, back }): PartChange[] =>
    Object.keys(back).length > 0 ? [{ id, before, columns: back }] : [],
  )
  const asked = left.filter(({ changed }) => changed.length > 0)
  // Asked before the entries of this undo are written, which are not what keeps a value.
  const who = await lastChanges(
    tx,
    name,
    asked.map(({ id, changed }) => ({ id, fields: changed.map(trailField) })),
    timeZone,
  )
  await writePart(tx, name, changes, actor)
  const reasons = new Map<number, string>()
  for (const { position, id } of rows) if (!stored.has(id)) reasons.set(position, CONFIRMATION_REMOVED)
  for (const plan of left) {
    const reason = reasonOf(name, plan, who.get(plan.id))
    if (reason) reasons.set(plan.position, reason)
  }
  return reasons
}

const trailField = (column: string) =>
  column === 'city_name' ? 'cityName' : column === 'cartage_name' ? 'cartageName' : fieldOf(column)

/**
 * Writes the old values of changed records back where they still hold what the import wrote. Values that
 * somebody changed since stay; their rows say which, and who it was.
 */
export async function undoUpdates(
  tx: Tx,
  { config: { timeZone } }: Services,
  items: readonly BatchItem[],
  actor: Actor,
): Promise<BatchUndone[]> {
  const isOfClient = (item: BatchItem) => 'client' in updatedOf(item).parts
  const stored = {
    client: await lockPart(
      tx,
      'client',
      items.filter(isOfClient).map((item) => updatedOf(item).id),
    ),
    order: await lockPart(
      tx,
      'order',
      items.filter((item) => !isOfClient(item)).map((item) => updatedOf(item).id),
    ),
  }
  const live = items.filter((item) => {
    const found = stored[isOfClient(item) ? 'client' : 'order'].get(updatedOf(item).id)
    return found !== undefined && found.deleted_at === null
  })
  const reasons = new Map<number, string[]>()
  for (const name of Object.keys(PARTS) as PartName[])
    for (const [position, reason] of await undoPart(tx, name, { items: live, timeZone, actor }))
      reasons.set(position, [...(reasons.get(position) ?? []), reason])
  return items.map((item) => {
    const { position } = item
    if (!live.includes(item)) return { position, reason: isOfClient(item) ? CLIENT_DELETED : ORDER_DELETED }
    return { position, reason: reasons.get(position)?.join('; ') ?? null }
  })
}
