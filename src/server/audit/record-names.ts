import { type RawBuilder, sql } from 'kysely'
import { RESOURCES, type ResourceKey } from '#contract/api/resources.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Db } from '#server/db/client.ts'
import { contains } from '#server/resource/folded.ts'

/** Names of records in tables without a resource, with fields in braces like those of resources. */
const OTHERS = {
  shippers: '{companyName}',
  images: '{name}',
  documents: '{name}',
  mails: '{subject}',
  documentCategories: '{name}',
  apiKeys: '{name}',
}
/** Names of records in small tables without a resource. */
const FEW_OTHERS = { cartageCategories: '{name}', origins: '{name}', views: '{name}' }

/** Names that are more than a record's own fields, in SQL: key, name, and whether the record was deleted. */
const NAMES = {
  users: (ids) => sql`select id::text as key, username::text as name, deleted_at is not null as deleted
    from users where id = any(${ids}::int[])`,
  orders: (ids) => sql`select id::text, tracking_code::text, deleted_at is not null
    from orders where id = any(${ids}::int[])`,
  locations: (ids) => sql`select l.id::text, c.name || ' → ' || d.name, false
    from locations l join cities c on c.id = l.city_id join depots d on d.id = l.depot_id where l.id = any(${ids}::int[])`,
  /** Ports and cities, by code. A port goes before a city. */
  placeCodes: (codes) => sql`select code::text, code || ' — ' || name, false from ports where code = any(${codes})
    union all select c.code, c.code || ' — ' || c.name, false from cities c
    where c.code = any(${codes}) and not exists (select from ports p where p.code = c.code)`,
  containers: (ids) => sql`select id::text, coalesce(nullif(number, ''), size_type || ' no. ' || id), false
    from containers where id = any(${ids}::int[])`,
  runs: (ids) => sql`select id::text, 'no. ' || id || case when title = '' then '' else ', ' || title end, false
    from runs where id = any(${ids}::int[])`,
} satisfies Record<string, (keys: string[]) => RawBuilder<unknown>>
export type Named = ResourceKey | keyof typeof NAMES | keyof typeof OTHERS | keyof typeof FEW_OTHERS

const isWritten = (of: string): of is keyof typeof NAMES => of in NAMES

/** Names of kinds with few records, found by any part of them: people edit those by hand. */
const FEW = new Map<string, string>([
  ...RESOURCES.filter(({ key }) => !isWritten(key)).map(({ key, named = '{name}' }) => [key, named] as const),
  ...Object.entries(FEW_OTHERS),
])
const NAMED = new Map([...FEW, ...Object.entries(OTHERS)])

/** A name in SQL: '{code} — {name}' as `code || ' — ' || name`. */
const nameSql = (named = '') =>
  sql`(${sql.join(
    named.split(/[{}]/).flatMap((part, at) => (part ? [at % 2 ? sql.ref(part) : sql.lit(part)] : [])),
    sql` || `,
  )})::text`

const namesOf = (of: Named, keys: string[]): RawBuilder<unknown> =>
  isWritten(of)
    ? NAMES[of](keys)
    : sql`select id::text, ${nameSql(NAMED.get(of))}, false from ${sql.table(of)} where id = any(${keys}::int[])`

/** The ids of at most `most` records of kinds that have few, whose name contains the text. */
export const namedLike = (text: string, most: number): RawBuilder<{ of: Named; id: number }> =>
  sql`${sql.join(
    [...FEW].map(
      ([of, named]) =>
        sql`select ${sql.lit(of)} as "of", id from ${sql.table(of)} where ${contains([nameSql(named)], text)}`,
    ),
    sql` union all `,
  )} limit ${most}`

export const isNamed = (entity: string): entity is Named => isWritten(entity) || NAMED.has(entity)

/** A record's name, and whether it was deleted but is still stored. */
export interface RecordName {
  name: string
  deleted: boolean
}

/** Collects the records whose names are needed, then finds all of them in one statement. */
export class RecordNames {
  readonly #wanted = new Map<Named, Set<string>>()
  readonly #found = new Map<string, RecordName>()

  /** The name of a record; undefined for one that does not exist or was not found yet. */
  get(of: Named, key: string | number): RecordName | undefined {
    const keys = this.#wanted.get(of) ?? new Set()
    this.#wanted.set(of, keys.add(String(key)))
    return this.#found.get(`${of} ${key}`)
  }

  /** Finds every record asked for so far. */
  async find(db: Db): Promise<void> {
    const parts = [...this.#wanted].map(
      ([of, keys]) =>
        sql`select ${sql.lit(of)} as "of", found.* from (${namesOf(of, [...keys])}) as found (key, name, deleted)`,
    )
    if (parts.length === 0) return
    const { rows } = await sql<RecordName & { of: Named; key: string }>`${sql.join(parts, sql` union all `)}`.execute(
      db,
    )
    for (const { of, key, name, deleted } of rows)
      this.#found.set(`${of} ${key}`, { name: of === 'orders' ? formatTrackingCode(name) : name, deleted })
  }
}
