import type { AuditEntry } from '#contract/audit/audit.ts'
import type { Db } from '#server/db/client.ts'
import { dateCell, type SheetBatches, type SheetCell } from '#server/sheets/sheet-table.ts'
import { describeEntries } from './describe-entries.ts'
import { type AuditFilter, entriesQuery } from './read-audit.ts'

/** Entries read at once. */
const BATCH = 500

const HEADINGS = [
  'ID',
  'Time (UTC)',
  'Who',
  'On behalf of',
  'API key',
  'Action',
  'Record',
  'Record ID',
  'Name',
  'IP address',
  'Request',
  'Before',
  'After',
]

/** A side of the changes: 'Origin: Shanghai CFS; Volume, CBM: 3.500'. */
const sideOf = ({ changes }: AuditEntry, side: 'before' | 'after') =>
  changes
    .filter((change) => change[side] !== null)
    .map((change) => `${change.label}: ${change[side]}`)
    .join('; ')

const rowOf = (entry: AuditEntry): SheetCell[] => [
  entry.id,
  dateCell(entry.at, { timeZone: 'UTC' }),
  entry.impersonator ?? entry.user ?? '',
  entry.impersonator ? (entry.user ?? '') : '',
  entry.apiKey ?? '',
  entry.action,
  entry.entity,
  entry.entityId ?? '',
  entry.record ?? '',
  entry.ip,
  entry.requestId,
  sideOf(entry, 'before'),
  sideOf(entry, 'after'),
]

/**
 * The entries in batches, newest first. Entries are only ever added, with higher ids, so no batch overlaps
 * another.
 */
async function* batches(db: Db, filter: AuditFilter): AsyncGenerator<SheetCell[][]> {
  let before: number | undefined
  for (;;) {
    const stored = await entriesQuery(db, filter, before).limit(BATCH).execute()
    if (stored.length > 0) yield (await describeEntries(db, stored, 'iso')).map(rowOf)
    if (stored.length < BATCH) return
    before = stored.at(-1)?.id
  }
}

/** The filtered trail as a table for a file. */
export const auditSheet = (db: Db, filter: AuditFilter): SheetBatches => ({
  headings: HEADINGS,
  batches: batches(db, filter),
})
