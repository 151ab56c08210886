import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { FILES_NOTED } from './orders.ts'
import { eraseViews } from './views.ts'

/** Words that one statement looks for. */
const WORDS = 200
/** What stands for a name in a text of others. */
const BLANK = '[erased]'
/** Shorter words are not looked for in texts: they would be found in others. */
const SHORTEST = 5

/** Removes the names that no order has any more from what is searched. */
async function eraseNames(tx: Tx, userId: number): Promise<void> {
  await sql`
    delete from company_names n using erasure_words w
    where w.user_id = ${userId} and w.kind = 'company' and n.name = w.word collate names
      and n.name not in (select o.company_name from orders o where o.company_name in (
        select word collate names from erasure_words where user_id = ${userId} and kind = 'company'))`.execute(tx)
  await sql`
    with names as materialized (
      select distinct ('=' || search_term(word)) collate "C" as term from erasure_words where user_id = ${userId} and kind = 'company'
    ), deleted as materialized (
      select ('=' || search_term(v.name)) collate "C" as term from orders o, lateral (values (o.company_name_shipper), (o.company_name)) v (name)
      where o.deleted_at is not null
    )
    delete from order_names n using names w where n.term = w.term
      and not exists (select from order_terms t where t.term = w.term and t.kind in (14, 15))
      and not exists (select from deleted d where d.term = w.term)`.execute(tx)
}

/** Removes the manifests of containers that print an order of the client: they can be made again without it. */
async function eraseManifests(tx: Tx, userId: number): Promise<void> {
  await sql`
    with gone as (
      delete from documents d using made_documents m
      where m.document_id = d.id and m.container_id is not null and exists (
        select from jsonb_path_query(m.data, '$.table.rows[*][*]') cell
          join erasure_words w on w.user_id = ${userId} and w.kind = 'code' and w.word = cell #>> '{}')
      returning d.storage_key
    ) ${FILES_NOTED}`.execute(tx)
}

/** Text as a pattern that finds it and nothing else. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** Ends what the client follows of others' shipments, and takes its addresses off their mails and links. */
async function eraseAddresses(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  const lower = emails.map((email) => email.toLowerCase())
  const is = (column: string) => sql`lower(${sql.ref(column)}) = any(${lower}::text[])`
  await sql`delete from tracking_subscriptions where ${is('email')}`.execute(tx)
  await sql`delete from tracking_readers where ${is('email')}`.execute(tx)
  await sql`update tracking_links set email = null, revoked_at = coalesce(revoked_at, now()) where ${is('email')}`.execute(
    tx,
  )
  await sql`update upload_links set email = '', revoked_at = coalesce(revoked_at, now()) where ${is('email')}`.execute(
    tx,
  )
  await sql`update order_requirements set requested_to = null where ${is('requestedTo')}`.execute(tx)
  await sql`
    update mail_deliveries set address = '', name = '', updated_at = now(), next_attempt_at = null,
      state = case when state = 'queued' then 'cancelled' else state end
    where address ilike any(${emails.map(literal)}::text[])`.execute(tx)
}

/** The words of the client that nobody else has: neither an account nor an order. */
async function goneWords(tx: Tx, userId: number): Promise<{ kind: string; word: string }[]> {
  const { rows } = await sql<{ kind: string; word: string }>`
    select w.kind, w.word from erasure_words w
    where w.user_id = ${userId} and w.kind <> 'code' and length(w.word) >= ${SHORTEST}
      and not exists (select from company_names n where n.name = w.word collate names)
      and not exists (select from order_names n where n.term = ('=' || search_term(w.word)) collate "C")
      and not exists (select from order_terms t where t.term = search_term(w.word) collate "C")
      and not exists (select from users u where u.id <> ${userId}
        and w.word collate names in (u.username, u.company_name, u.email, u.phone, u.company_address))`.execute(tx)
  return rows
}

/** The notes that the product made of a hand-over's, one for each order. */
const OF_HAND_OVERS = sql`hand_over_id is not null`

/** The texts that are about others too and may name any client: those that staff write elsewhere, and their copies. */
const TEXTS = [
  { table: 'sailings', column: 'notes', most: 2000, where: sql`true` },
  { table: 'hand_overs', column: 'note', most: 1000, where: sql`true` },
  { table: 'notes', column: 'body', most: 2000, where: OF_HAND_OVERS },
  {
    ...{ table: 'note_versions', column: 'body', most: 2000 },
    where: sql`note_id in (select id from notes where ${OF_HAND_OVERS})`,
  },
] as const

/** The entries of the trail that repeat these texts, found by their action. */
const REPEATING = sql`(a.action in ('sailing.create', 'sailing.update', 'user.hand-over')
  or a.action in ('order.note', 'order.note-edit') and a.entity = 'orders'
    and a.entity_id in (select order_id from notes where ${OF_HAND_OVERS}))`

/** Words as one regular expression that finds each of them and nothing else. */
const anyOf = (words: readonly string[]) =>
  words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
/** A word as it stands in JSON. */
const inJson = (word: string) => JSON.stringify(word).slice(1, -1)

/** Takes the words out of texts that are about others too, of the trail of those, and of the daily mails of staff. */
async function eraseFromTexts(tx: Tx, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  const patterns = words.map((word) => `%${literal(word)}%`)
  for (const { table, column, most, where } of TEXTS)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = left(regexp_replace(${sql.ref(column)}, ${anyOf(words)}, ${BLANK}, 'gi'), ${most})
      where ${where} and ${sql.ref(column)} ilike any(${patterns}::text[])`.execute(tx)
  const written = words.map(inJson)
  const blanked = (side: 'before' | 'after') =>
    sql`regexp_replace(a.${sql.ref(side)}::text, ${anyOf(written)}, ${BLANK}, 'gi')::jsonb`
  await sql`update audit_entries a set before = ${blanked('before')}, after = ${blanked('after')}
    where ${REPEATING} and concat(a.before, a.after) ilike any(${written.map((word) => `%${literal(word)}%`)}::text[])`.execute(
    tx,
  )
  await sql`update mails set html = '', text = '' where kind = 'digest' and html <> ''
    and (text ilike any(${patterns}::text[]) or subject ilike any(${patterns}::text[]))`.execute(tx)
}

/** Removes what still names the client once its orders are gone. */
export async function eraseLeftovers(tx: Tx, userId: number): Promise<void> {
  await eraseNames(tx, userId)
  await eraseManifests(tx, userId)
  const { rows } = await sql<{ word: string }>`select distinct word from erasure_words
    where user_id = ${userId} and kind <> 'code'`.execute(tx)
  const words = rows.map(({ word }) => word)
  const gone = await goneWords(tx, userId)
  const goneOnce = [...new Set(gone.map(({ word }) => word))]
  await eraseAddresses(
    tx,
    gone.flatMap(({ kind, word }) => (kind === 'email' ? [word] : [])),
  )
  await eraseViews(tx, userId, words, goneOnce)
  for (let from = 0; from < goneOnce.length; from += WORDS) await eraseFromTexts(tx, goneOnce.slice(from, from + WORDS))
}
