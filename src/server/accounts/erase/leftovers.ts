import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { FILES_NOTED } from './files-noted.ts'
import { TEXTS } from './texts.ts'
import { clearViewTrail, eraseViews } from './views.ts'
import { SHORTEST_WORD, type WordFinder, wordFinder } from './word-finder.ts'

/** The words and addresses to remove once the client's orders are gone. */
export interface Known {
  userId: number
  /** Words that name the client. */
  words: readonly string[]
  /** Finds the words that nobody else has. */
  finder: WordFinder
  /** The client's addresses that nobody else has. */
  emails: readonly string[]
}

/** Removes names that no order has any more from the search. */
export async function eraseNames(tx: Tx, userId: number): Promise<void> {
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

/** Removes manifests of containers that print an order of the client: they can be made again without it. */
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

/** Escapes a text for LIKE. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * Ends the client's subscriptions to others' shipments, and removes its addresses from their mails and links.
 */
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

/** Removes waiting and failed jobs that name the client, by address or by the code of an order. */
async function eraseJobs(tx: Tx, { userId, emails }: Known): Promise<void> {
  const lower = emails.map((email) => email.toLowerCase())
  await sql`
    select graphile_worker.complete_jobs(coalesce(array_agg(j.id), '{}')) from graphile_worker._private_jobs j
    where lower(j.payload ->> 'email') = any(${lower}::text[]) or exists (
      select from erasure_words w where w.user_id = ${userId} and w.kind = 'code'
        and w.word = concat_ws(' - ', substr(j.payload ->> 'code', 1, 4), substr(j.payload ->> 'code', 5, 4), substr(j.payload ->> 'code', 9)))`.execute(
    tx,
  )
}

/** Forgets how files of an import are read, if that names the client: a fixed value, or what cells stand for. */
async function eraseChoices(tx: Tx, { finder }: Known): Promise<void> {
  const choices = await tx.selectFrom('importChoices').selectAll().execute()
  for (const { kind, headings, mapping, options } of choices)
    if (finder.has([JSON.stringify(mapping), JSON.stringify(options)].join(' ')))
      await tx.deleteFrom('importChoices').where('kind', '=', kind).where('headings', '=', headings).execute()
}

/** The words of the client that no other account or order has. */
async function goneWords(tx: Tx, userId: number): Promise<{ kind: string; word: string }[]> {
  const { rows } = await sql<{ kind: string; word: string }>`
    with words as materialized (
      select kind, word, search_term(word) collate "C" as term from erasure_words
      where user_id = ${userId} and kind <> 'code' and length(word) >= ${SHORTEST_WORD}
    ), taken as materialized (
      select w.word from users u, lateral (values (u.username collate names), (u.company_name collate names),
        (u.email collate names), (u.phone collate names), (u.company_address collate names)) v (word)
        join words w on w.word collate names = v.word
      where u.id <> ${userId}
    )
    select w.kind, w.word from words w
    where not exists (select from company_names n where n.name = w.word collate names)
      and not exists (select from order_names n where n.term = ('=' || w.term) collate "C")
      and not exists (select from order_terms t where t.term = w.term)
      and not exists (select from taken t where t.word = w.word)`.execute(tx)
  return rows
}

/** Reads the words and addresses that the erasure has to remove. */
export async function readKnown(tx: Tx, userId: number): Promise<Known> {
  const { rows } = await sql<{ word: string }>`select distinct word from erasure_words
    where user_id = ${userId} and kind <> 'code'`.execute(tx)
  const gone = await goneWords(tx, userId)
  return {
    userId,
    words: rows.map(({ word }) => word),
    finder: wordFinder([...new Set(gone.map(({ word }) => word))]),
    emails: gone.flatMap(({ kind, word }) => (kind === 'email' ? [word] : [])),
  }
}

/** One part of the leftovers. Starts after the id `after`; returns the id to go on after, null at the end. */
type Part = (tx: Tx, known: Known, after: number) => Promise<number | null>

const once =
  (work: (tx: Tx, known: Known) => Promise<unknown>): Part =>
  async (tx, known) => {
    await work(tx, known)
    return null
  }

/**
 * The places that still name the client once its orders are gone. Each part has transactions of its own, and
 * finds nothing when it runs again.
 */
export const LEFTOVERS: readonly Part[] = [
  once((tx, { userId }) => eraseManifests(tx, userId)),
  once((tx, { emails }) => eraseAddresses(tx, emails)),
  once(eraseJobs),
  once(eraseChoices),
  once((tx, { userId, words }) => eraseViews(tx, userId, words)),
  (tx, { userId, finder }, after) => clearViewTrail(tx, userId, finder, after),
  ...TEXTS.map(
    (pages): Part =>
      (tx, { finder }, after) =>
        pages(tx, finder, after),
  ),
]
