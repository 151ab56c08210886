import { sql } from 'kysely'
import { type Filter, parseFilter } from '#contract/lib/filters.ts'
import { fold } from '#contract/lib/fold.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import type { ViewDefinition, ViewedList } from '#contract/views/view.ts'
import { VIEW_LISTS } from '#contract/views/view-lists.ts'
import type { Tx } from '#server/db/client.ts'
import { contains, foldedLike } from '#server/resource/folded.ts'
import { clearTrailOf } from './trail.ts'
import type { WordFinder } from './word-finder.ts'

/** Filters whose values name a client, even in part. */
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

/** Words of a text that may be part of a name: longer than most words of a sentence. */
const partsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length > SHORTEST)

/** The values of a view's filters as texts, including filters that its list no longer knows. */
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

/**
 * Finds the parts of a text that stand for one of these words: the word itself, or the whole text if it is a
 * part of one.
 */
function namesIn(words: readonly string[]): (text: string) => string[] {
  const folded = new Map(
    words.map((word) => [fold(word), word]).filter(([name = '']) => name.length >= SHORTEST) as [string, string][],
  ) // pairs
  const longest = Math.max(0, ...[...folded.keys()].map(({ length }) => length))
  const all = [...folded.keys()].join('\n')
  return (text) => {
    const said = fold(text)
    if (said.length < SHORTEST) return []
    const found = all.includes(said) ? [text] : []
    for (let from = 0; from + SHORTEST <= said.length; from++)
      for (let to = from + SHORTEST; to <= Math.min(said.length, from + longest); to++) {
        const word = folded.get(said.slice(from, to))
        if (word !== undefined) found.push(word)
      }
    return found
  }
}

/** Whether a text also names another client, or a place, vessel or other record. */
async function namesOthers(tx: Tx, userId: number, text: string): Promise<boolean> {
  const has = (column: string) => foldedLike(sql.ref(column), text)
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from named_records where ${has('foldedTitle')})
      or exists (select from company_names where ${has('folded')})
      or exists (select from order_names where search_term(${text}) <> '' and term like '%' || search_term(${text}) || '%')
      or exists (select from client_terms where user_id <> ${userId} and (${has('foldedName')} or ${has('foldedCompany')}
        or ${contains([sql`email`], text)} or phone_term = search_term(${text}))) as found`.execute(tx)
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
  namedBy: (text: string) => string[],
): Promise<boolean> {
  const texts = [
    name,
    ...partsOf(name),
    definition.search ?? '',
    ...partsOf(definition.search ?? ''),
    ...filterTexts(list, definition.filters ?? {}),
  ]
  for (const text of new Set(texts.flatMap((said) => namedBy(said))))
    if (!(await namesOthers(tx, userId, text))) return true
  return false
}

/** Entries about views read at once. */
const PAGE = 500

/**
 * Removes the words from the trail of views that once named the client, a page of entries at a time. Returns
 * the view to go on after, null at the end.
 */
export async function clearViewTrail(
  tx: Tx,
  userId: number,
  finder: WordFinder,
  after: number,
): Promise<number | null> {
  const { rows } = await sql<{ entityId: number; texts: unknown }>`
    select entity_id, jsonb_agg(jsonb_build_array(before, after)) as texts from audit_entries
    where entity = 'views' and entity_id > ${after} group by entity_id order by entity_id limit ${PAGE}`.execute(tx)
  const named = rows.flatMap(({ entityId, texts }) => (finder.has(texts) ? [entityId] : []))
  await clearTrailOf(tx, userId, 'views', named)
  return rows.length < PAGE ? null : (rows.at(-1)?.entityId ?? null)
}

/** Removes the saved views that name nobody but the client, including deleted ones. */
export async function eraseViews(tx: Tx, userId: number, words: readonly string[]): Promise<void> {
  const views = await tx.selectFrom('views').select(['id', 'list', 'name', 'definition']).execute()
  const namedBy = namesIn(words)
  const removed: number[] = []
  // The casts hold because saveView stored these values.
  for (const view of views as unknown as Kept[]) if (await names(tx, userId, view, namedBy)) removed.push(view.id)
  if (removed.length > 0) await tx.deleteFrom('views').where('id', 'in', removed).execute()
  await clearTrailOf(tx, userId, 'views', removed)
}
