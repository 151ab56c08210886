import { sql } from 'kysely'
import type { AuditChange, AuditEntry } from '#contract/audit/audit.ts'
import { MAX_INT } from '#contract/lib/fields.ts'
import { formatDate, formatDateTime } from '#contract/lib/format.ts'
import { originKind } from '#contract/orders/origin.ts'
import type { Db } from '#server/db/client.ts'
import { ANY_FIELD, FIELD_WORDS } from './field-words.ts'
import { isNamed, type Named, RecordNames } from './record-names.ts'
import { plainText, type Shown } from './shown.ts'

/** An entry as it is stored. */
export type StoredEntry = Omit<AuditEntry, 'record' | 'changes'>

/** The form of dates: in words on the clock of a time zone, or in ISO 8601 for files. */
export type DateForm = { timeZone: string } | 'iso'

const ORIGINS = { location: 'locations', depot: 'depots', port: 'ports' } as const
/** Records that take their names from another kind. */
const NAMED_BY: Record<string, Named> = { clients: 'users', impersonations: 'users', confirmations: 'orders' }

const gone = (name: string) => `${name} (deleted)`
const isId = (key: unknown) => /^[1-9]\d{0,9}$/.test(String(key)) && Number(key) <= MAX_INT
const isKey = (key: unknown): key is string | number =>
  (typeof key === 'string' && key !== '') || typeof key === 'number'

function nameOf(names: RecordNames, of: Named, key: unknown): string {
  if (!isKey(key)) return ''
  if (of !== 'placeCodes' && !isId(key)) return String(key)
  const found = names.get(of, key)
  // The code of a record that no longer exists is shown as it was.
  if (!found) return gone(of === 'placeCodes' ? String(key) : `No. ${key}`)
  return found.deleted ? gone(found.name) : found.name
}

const datesOf = (form: DateForm): Pick<Shown, 'time' | 'day'> => {
  const iso = (value: unknown) => {
    const time = Date.parse(String(value))
    return Number.isNaN(time) ? plainText(value) : new Date(time).toISOString()
  }
  if (form === 'iso') return { time: iso, day: (value) => iso(value).slice(0, 10) }
  return {
    time: (value) => formatDateTime(iso(value), form.timeZone),
    day: (value) => formatDate(iso(value), 'UTC'),
  }
}

/** The name of an entry's record; for a deleted record, the name in the entry. */
function recordOf({ entity, entityId, before, after }: StoredEntry, names: RecordNames): string | null {
  const of = NAMED_BY[entity] ?? (isNamed(entity) ? entity : null)
  if (of === null || entityId === null) return null
  const known = { ...before, ...after }
  const lastName =
    known.trackingCode ?? known.name ?? known.title ?? known.reference ?? known.username ?? known.companyName
  const found = names.get(of, entityId)
  return found || !isKey(lastName) ? nameOf(names, of, entityId) : gone(String(lastName))
}

/** More fields than any record has. */
const MANY = 1000

type Origins = Record<'before' | 'after', Shown['origins']>
const DEPOTS: Origins = { before: 'depots', after: 'depots' }

function changesOf(entry: StoredEntry, shown: Omit<Shown, 'origins'>, origins: Origins): AuditChange[] {
  const { before, after } = entry
  const words = FIELD_WORDS[entry.entity] ?? ANY_FIELD
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changes = keys.flatMap((field) => {
    const text = (side: 'before' | 'after') => {
      const fields = entry[side]
      return fields && (words(field, { ...shown, origins: origins[side] }, fields)?.show(fields[field] ?? null) ?? '')
    }
    const found = words(field, { ...shown, origins: origins.after }, { ...before, ...after })
    if (!found) return []
    const { label, html = false, place = MANY } = found
    return { place, change: { field, label, before: text('before'), after: text('after'), html } }
  })
  return changes
    .sort((one, other) => one.place - other.place)
    .map(({ change }) => change)
    .filter((change) => change.before || change.after)
}

/**
 * The kind of record behind an order's origin, which follows from mode and terms; for orders whose origin is
 * known only by its id.
 */
async function originsOf(db: Db, entries: readonly StoredEntry[]): Promise<Map<number, Origins>> {
  const open = entries.filter(({ entity, before, after }) =>
    [before, after].some((side) => entity === 'orders' && side?.shipmentOriginPort && !side.cityName),
  )
  if (open.length === 0) return new Map()
  // An entry has only the fields that it changed. Other fields had the value that their next change replaced,
  // or that the order has now.
  const after = (key: string, column: string) => sql`coalesce(
    (a.after->>${key})::int,
    (select (later.before->>${key})::int from audit_entries later where later.entity = 'orders'
      and later.entity_id = a.entity_id and later.id > a.id and later.before ? ${key} order by later.id limit 1),
    ${sql.ref(`o.${column}`)})`
  const before = (key: string, column: string) => sql`coalesce((a.before->>${key})::int, ${after(key, column)})`
  const [mode, terms] = [
    ['transportationMode', 'transportation_mode'],
    ['shipmentTradeTerms', 'shipment_trade_terms'],
  ] as const
  const { rows } = await sql<{ id: number; mode: number; terms: number; oldMode: number; oldTerms: number }>`
    select a.id, ${after(...mode)} as mode, ${after(...terms)} as terms,
      ${before(...mode)} as old_mode, ${before(...terms)} as old_terms
    from audit_entries a join orders o on o.id = a.entity_id where a.id = any(${open.map(({ id }) => id)})`.execute(db)
  const kindOf = (transportationMode: number, shipmentTradeTerms: number) =>
    ORIGINS[originKind({ transportationMode, shipmentTradeTerms })]
  return new Map(
    rows.map((row) => [row.id, { before: kindOf(row.oldMode, row.oldTerms), after: kindOf(row.mode, row.terms) }]),
  )
}

/**
 * Adds to each entry the name of its record and its fields as people read them. The number of statements does
 * not depend on the number of entries.
 */
export async function describeEntries(db: Db, entries: readonly StoredEntry[], form: DateForm): Promise<AuditEntry[]> {
  const names = new RecordNames()
  const origins = await originsOf(db, entries)
  const dates = datesOf(form)
  const name: Shown['name'] = (of, key) => nameOf(names, of, key)
  const describe = (entry: StoredEntry): AuditEntry => ({
    ...entry,
    record: recordOf(entry, names),
    changes: changesOf(entry, { ...dates, name }, origins.get(entry.id) ?? DEPOTS),
  })
  // The first pass collects the records to name.
  entries.map(describe)
  await names.find(db)
  return entries.map(describe)
}
