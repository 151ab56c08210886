import { sql } from 'kysely'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { noSuch, unknownFields } from '#contract/lib/messages.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import { type Lane, RATE_ENTITIES, RATE_FIELDS, type RateEntity } from '#contract/rates/rate-entities.ts'
import { MOST_CHANGES } from '#contract/rates/rate-sets.ts'
import { freight } from '#contract/reference/freight.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { freightFinder, laneKey, type Rate, type RateBook } from '#server/pricing/rate-book.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'
import { figureOf, type RateChange } from './changed-book.ts'
import { expectedBook } from './expected.ts'
import { lockSet, OPEN_STATES } from './lock-set.ts'
import { rateSetStore } from './rate-set-store.ts'
import { readChanges } from './scheduled-sets.ts'

type Sent = Record<string, unknown>
/** A change to write; null takes what has its key out of the set. */
type Written = Omit<RateChange, 'id' | 'setId'>

/** The key by which a change replaces an earlier one of its set. */
const keyOf = ({ action, entity, recordId, field, values }: Written): string =>
  action === 'add' && values ? `add ${laneKey(values.tier, values.dest)}` : `${entity} ${recordId} ${field ?? 'end'}`

const NOTHING = { recordId: null, field: null, old: null, new: null, values: null }

/** What a set has written so far, and what is expected at its time. */
class Sheet {
  readonly #book: RateBook
  readonly #freightOf: ReturnType<typeof freightFinder>
  readonly written: Map<string, Written>

  constructor(book: RateBook, changes: readonly RateChange[]) {
    this.#book = book
    this.#freightOf = freightFinder(book)
    this.written = new Map(changes.map((change) => [keyOf(change), change]))
  }

  #isEnding(recordId: number): boolean {
    return this.written.has(`freight ${recordId} end`)
  }

  #rateOf(entity: RateEntity, recordId: unknown): Rate | undefined {
    // Lanes that an earlier set will add have no id yet: negative ones are the book's own.
    if (!(Number(recordId) > 0)) return undefined
    // The maps of a book differ by their values only.
    return (this.#book[entity] as ReadonlyMap<number, Rate>).get(Number(recordId))
  }

  /** Takes one change over. Returns the errors at its fields. */
  take(sent: Sent): FieldErrors {
    const entity = RATE_ENTITIES.find((each) => each === sent.entity)
    if (!entity) return { entity: `An entity is one of ${RATE_ENTITIES.join(', ')}` }
    if ('add' in sent) return known(sent, ['entity', 'add']) ?? this.#add(entity, sent.add)
    if ('end' in sent) return known(sent, ['entity', 'recordId', 'end']) ?? this.#end(entity, sent)
    return known(sent, ['entity', 'recordId', 'field', 'new']) ?? this.#cell(entity, sent)
  }

  #cell(entity: RateEntity, { recordId, field, new: sent }: Sent): FieldErrors {
    const rate = this.#rateOf(entity, recordId)
    // What was written for a record that is gone by now can still be taken out: else its set would never fit again.
    if (sent === null && this.written.delete(`${entity} ${recordId} ${field}`)) return {}
    if (!rate) return { recordId: noSuch(entity) }
    const schema = (RATE_FIELDS[entity] as Record<string, (typeof RATE_FIELDS)['freight']['cbm']>)[String(field)] // by a name that was sent
    if (!schema) return { field: `A ${entity} has the figures ${Object.keys(RATE_FIELDS[entity]).join(', ')}` }
    if (entity === 'freight' && this.#isEnding(rate.id)) return { recordId: 'This lane ends in this rate set' }
    const old = figureOf(rate, String(field))
    const cell: Written = { ...NOTHING, action: 'change', entity, recordId: rate.id, field: String(field), old }
    if (sent === null) return this.#without(cell)
    const read = schema.safeParse(sent)
    if (!read.success) return { new: Object.values(fieldErrors(read.error))[0] ?? 'This is no figure' }
    if (read.data === old) return this.#without(cell)
    return this.#with({ ...cell, new: read.data })
  }

  #add(entity: RateEntity, sent: unknown): FieldErrors {
    if (entity !== 'freight') return { entity: 'Only freight has new lanes' }
    const lane = sent !== null && typeof sent === 'object' ? { ...sent } : {}
    const out = 'cbm' in lane && lane.cbm === null
    const read = freight.input.strict().safeParse(out ? { ...lane, cbm: 0, mt: 0 } : lane)
    if (!read.success) return under('add', fieldErrors(read.error))
    const change: Written = { ...NOTHING, action: 'add', entity, values: read.data satisfies Lane }
    if (out) return this.#without(change)
    const there = this.#freightOf(read.data.tier, read.data.dest)
    if (there && !this.#isEnding(there.id)) return { 'add.dest': freight.conflict?.message ?? '' }
    return this.#with(change)
  }

  #end(entity: RateEntity, { recordId, end }: Sent): FieldErrors {
    if (entity !== 'freight') return { entity: 'Only lanes of freight end' }
    const rate = this.#rateOf(entity, recordId)
    if (end === false && this.written.delete(`${entity} ${recordId} end`)) return {}
    if (!rate) return { recordId: noSuch(entity) }
    const change: Written = { ...NOTHING, action: 'end', entity, recordId: rate.id, values: rate.values as Lane } // of freight
    if (end === false) return this.#without(change)
    if (end !== true) return { end: 'This is true or false' }
    for (const field of Object.keys(RATE_FIELDS.freight)) this.written.delete(`freight ${rate.id} ${field}`)
    return this.#with(change)
  }

  #with(change: Written): FieldErrors {
    this.written.set(keyOf(change), change)
    return {}
  }

  #without(change: Written): FieldErrors {
    this.written.delete(keyOf(change))
    return {}
  }
}

const under = (part: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${part}.${field}`, message]))

/** Errors at fields that a change has not; null if there are none. */
function known(sent: Sent, names: readonly string[]): FieldErrors | null {
  const others = Object.keys(sent).filter((name) => !names.includes(name))
  return others.length > 0 ? { [others[0] ?? '']: unknownFields(others) } : null
}

/**
 * Merges changes into a set that is not applied yet, all or nothing; each keeps what is expected now, so that
 * writing one again takes over what has changed meanwhile. Throws 400 at `changes.0.…`, 404 and 409.
 */
export async function writeChanges(
  tx: Tx,
  { config }: Services,
  { id, changes, updatedAt }: { id: number; changes: readonly Sent[]; updatedAt?: string | null | undefined },
  actor: Actor,
): Promise<void> {
  const set = await lockSet(tx, id, OPEN_STATES)
  await checkVersion(tx, updatedAt, set, 'rateSets', () => rateSetStore(tx, config).get(id))
  const before = await readChanges(tx, [id])
  const sheet = new Sheet(await expectedBook(tx, set), before)
  const errors = changes.map((change, index) => under(`changes.${index}`, sheet.take(change)))
  if (errors.some((each) => Object.keys(each).length > 0)) throw invalid(Object.assign({}, ...errors))
  if (sheet.written.size > MOST_CHANGES)
    throw invalid({ changes: `No more than ${MOST_CHANGES} changes in a rate set` })
  await store(tx, id, before, [...sheet.written.values()])
  await tx.updateTable('rateSets').set({ updatedAt: nextVersion() }).where('id', '=', id).execute()
  await recordAudit(tx, actor, { action: 'rate set.changes', entity: 'rateSets', entityId: id })
}

/** Writes what differs between what a set had and what it is to have. */
async function store(tx: Tx, setId: number, before: readonly RateChange[], after: readonly Written[]): Promise<void> {
  const kept = new Set<Written>(before)
  const staying = new Set<Written>(after)
  const gone = before.filter((change) => !staying.has(change)).map(({ id }) => id)
  if (gone.length > 0) await tx.deleteFrom('rateChanges').where('id', 'in', gone).execute()
  const rows = after.filter((change) => !kept.has(change))
  if (rows.length === 0) return
  await sql`
    insert into rate_changes (set_id, action, entity, record_id, field, old, new, values)
    select ${setId}::int, action, entity, record_id, field, old, new, values
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ recordId: record_id, ...row }) => ({ ...row, record_id })))}::jsonb)
      as row (action text, entity text, record_id int, field text, old numeric, new numeric, values jsonb)`.execute(tx)
}
