import { sql } from 'kysely'
import { type Filter, parseFilter } from '#contract/lib/filters.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import type { ViewDefinition, ViewedList } from '#contract/views/view.ts'
import { VIEW_LISTS } from '#contract/views/view-lists.ts'
import type { Tx } from '#server/db/client.ts'
import { containsPattern } from '#server/resource/paginate.ts'
import { clearTrailOf } from './trail.ts'

/** The filters whose values name a client, by part of it too. */
const NAMING_FILTERS = new Set([
  'company',
  'client',
  'username',
  'email',
  'phone',
  'address',
  'businessNumber',
  'recipient',
])
/** Shorter texts name nobody. */
const SHORTEST = 3

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** The parts of a text that may be part of a name: longer ones than most words of a sentence. */
const partsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length > SHORTEST)

/** What a view was filtered by, as texts; also by what its list no longer knows. */
function filterTexts(list: ViewedList, filters: ViewDefinition['filters']): string[] {
  return keysOf(filters).flatMap((key) => {
    const text = filters[key] ?? ''
    const field = VIEW_LISTS[list]?.filters[key]
    if (field && field.kind !== 'text') return []
    const read: Filter | { error: string } = field ? parseFilter(field, text) : { error: 'unknown' }
    const values = 'error' in read ? [text.slice(text.indexOf(':') + 1)] : read.values
    return NAMING_FILTERS.has(key) ? values : values.flatMap(partsOf)
  })
}

/** What of a text stands for one of these words: the word, or the text if it is a part of one. */
const namedBy = (text: string, words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const [said, name] = [fold(text), fold(word)]
    if (said.length < SHORTEST || name.length < SHORTEST) return []
    if (said.includes(name)) return [word]
    return name.includes(said) ? [text] : []
  })

/** Whether a text names somebody else, or a place, vessel or other record. */
async function namesOthers(tx: Tx, userId: number, text: string): Promise<boolean> {
  const like = containsPattern(text)
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from named_records where title ilike ${like})
      or exists (select from company_names where name ilike ${like})
      or exists (select from order_names where search_term(${text}) <> '' and term like '%' || search_term(${text}) || '%')
      or exists (select from client_terms where user_id <> ${userId} and (username ilike ${like} or company_name ilike ${like}
        or email ilike ${like} or phone_term = search_term(${text}))) as found`.execute(tx)
  return rows[0]?.found === true
}

interface Kept {
  id: number
  list: ViewedList
  name: string
  definition: Pick<ViewDefinition, 'filters' | 'search'>
}

async function names(
  tx: Tx,
  userId: number,
  { list, name, definition }: Kept,
  words: readonly string[],
): Promise<boolean> {
  const texts = [
    name,
    ...partsOf(name),
    definition.search ?? '',
    ...partsOf(definition.search ?? ''),
    ...filterTexts(list, definition.filters ?? {}),
  ]
  for (const text of new Set(texts.flatMap((said) => namedBy(said, words))))
    if (!(await namesOthers(tx, userId, text))) return true
  return false
}

/** Entries about views read at once. */
const PAGE = 500

/** Takes the words out of the trail of views that once named the client. */
async function clearViewTrail(tx: Tx, userId: number, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  const named = words.map((word) => containsPattern(word))
  for (let from: number | null = 0; from !== null; ) {
    const { rows }: { rows: { entityId: number; named: boolean }[] } = await sql<{ entityId: number; named: boolean }>`
      select entity_id, bool_or(concat(before, after) ilike any(${named}::text[])) as named from audit_entries
      where entity = 'views' and entity_id > ${from} group by entity_id order by entity_id limit ${PAGE}`.execute(tx)
    await clearTrailOf(
      tx,
      userId,
      'views',
      rows.flatMap(({ entityId, named: does }) => (does ? [entityId] : [])),
    )
    from = rows.length < PAGE ? null : (rows.at(-1)?.entityId ?? null)
  }
}

/** Removes the saved views that name nobody but the client, deleted ones too. `gone` are the words that nobody else has. */
export async function eraseViews(
  tx: Tx,
  userId: number,
  words: readonly string[],
  gone: readonly string[],
): Promise<void> {
  const views = await tx.selectFrom('views').select(['id', 'list', 'name', 'definition']).execute()
  const removed: number[] = []
  // The casts: as saveView stored them.
  for (const view of views as unknown as Kept[]) if (await names(tx, userId, view, words)) removed.push(view.id)
  if (removed.length > 0) await tx.deleteFrom('views').where('id', 'in', removed).execute()
  await clearTrailOf(tx, userId, 'views', removed)
  await clearViewTrail(tx, userId, gone)
}
