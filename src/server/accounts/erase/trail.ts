import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'

/**
 * The kind of a word by which other records may name the client: names, addresses and the codes of its
 * orders.
 */
type WordKind = 'company' | 'person' | 'email' | 'phone' | 'place' | 'supplier' | 'code'

/** Fields of the trail whose values name a client. */
const NAMING: readonly [field: string, kind: WordKind][] = [
  ['companyName', 'company'],
  ['companyNameShipper', 'company'],
  ['username', 'person'],
  ['yourName', 'person'],
  ['namePersonCharge', 'supplier'],
  ['nameOfThePersonInCharge', 'supplier'],
  ['email', 'email'],
  ['emailShipper', 'supplier'],
  ['requestedTo', 'supplier'],
  ['phone', 'phone'],
  ['phoneShipper', 'supplier'],
  ['companyAddress', 'place'],
  ['companyAddressShipper', 'supplier'],
]
const NAMING_ROWS = sql.raw(NAMING.map(([field, kind]) => `('${field}', '${kind}')`).join(', '))

/** Entries of a client's own trail that one statement clears. */
const ENTRIES = 1_000

const side = (column: 'before' | 'after') =>
  sql`select key, value from jsonb_each_text(case when jsonb_typeof(f.${sql.ref(column)}) = 'object' then f.${sql.ref(column)} end)`

/**
 * Removes the words from the entries that `found` selects (id, before, after), and keeps those that name the
 * client until its erasure is over: former names are nowhere else. Action, ids, numbers and times stay.
 * Returns the number of entries, and the last one.
 */
async function clearFound(tx: Tx, userId: number, found: RawBuilder<unknown>, ip = sql`a.ip`) {
  const { rows } = await sql<{ n: number; last: number | null }>`
    with found as materialized (${found}),
    named as (
      insert into erasure_words (user_id, kind, word)
      select distinct ${userId}::int, k.kind, v.value
      from found f, lateral (${side('before')} union all ${side('after')}) v
        join (values ${NAMING_ROWS}) k (field, kind) on k.field = v.key
      where v.value <> ''
      on conflict do nothing
    ),
    cleared as (
      update audit_entries a set before = without_texts(a.before), after = without_texts(a.after), ip = ${ip}
      from found f where a.id = f.id
    )
    select count(*)::int as n, max(id) as last from found`.execute(tx)
  return rows[0] ?? { n: 0, last: null }
}

/** Clears the entries about these records. */
export async function clearTrailOf(tx: Tx, userId: number, entity: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await clearFound(
    tx,
    userId,
    sql`select id, before, after from audit_entries where entity = ${entity} and entity_id = any(${[...ids]}::int[])`,
  )
}

/** IP of a cleared entry: '' where the account itself called, or somebody tried to sign in as it. */
const OWN_IP = (userId: number) => sql`case
  when a.user_id = ${userId} and a.impersonator_id is null or a.user_id is null then '' else a.ip end`

/** Clears the entries about an account itself, with the addresses it was used from. */
export async function clearAccountTrail(tx: Tx, userId: number): Promise<void> {
  const about = sql`select id, before, after from audit_entries where entity in ('clients', 'users', 'impersonations') and entity_id = ${userId}`
  await clearFound(tx, userId, about, OWN_IP(userId))
}

/**
 * Clears a part of the entries that an account caused, beginning after this one. Returns where the next part
 * begins; null after the last.
 */
export async function clearDoings(tx: Tx, userId: number, after: number): Promise<number | null> {
  const doings = sql`select id, before, after from audit_entries where user_id = ${userId} and id > ${after} order by id limit ${ENTRIES}`
  const { n, last } = await clearFound(tx, userId, doings, OWN_IP(userId))
  return n < ENTRIES ? null : last
}

/** Keeps the words by which these orders name their client. */
export async function keepOrderWords(tx: Tx, userId: number, orderIds: readonly number[]): Promise<void> {
  await sql`
    insert into erasure_words (user_id, kind, word)
    select distinct ${userId}::int, v.kind, v.word collate "C" from orders o, lateral (values
      ('company', o.company_name), ('company', o.company_name_shipper), ('person', o.username), ('person', o.your_name),
      ('email', o.email), ('phone', o.phone), ('place', o.company_address), ('supplier', o.name_person_charge), ('supplier', o.email_shipper),
      ('supplier', o.phone_shipper), ('supplier', o.company_address_shipper),
      ('code', concat_ws(' - ', substr(o.tracking_code, 1, 4), substr(o.tracking_code, 5, 4), substr(o.tracking_code, 9)))
    ) v (kind, word)
    where o.id = any(${[...orderIds]}::int[]) and v.word collate "C" <> ''
    on conflict do nothing`.execute(tx)
}

/** Keeps the words by which its account and its suppliers name a client. */
export async function keepAccountWords(tx: Tx, userId: number): Promise<void> {
  await sql`
    insert into erasure_words (user_id, kind, word)
    select distinct ${userId}::int, v.kind, v.word collate "C" from (
      select v.kind, v.word collate "C" as word from users u, lateral (values ('company', u.company_name), ('person', u.username), ('email', u.email),
        ('phone', u.phone), ('place', u.company_address), ('place', u.canadian_business_number)) v (kind, word)
      where u.id = ${userId}
      union all
      select v.kind, v.word collate "C" from shippers s, lateral (values ('company', s.company_name), ('supplier', s.email), ('supplier', s.phone),
        ('supplier', s.name_of_the_person_in_charge), ('supplier', s.company_address)) v (kind, word)
      where s.user_id = ${userId}
    ) v where v.word collate "C" <> ''
    on conflict do nothing`.execute(tx)
}
