import { type RawBuilder, sql } from 'kysely'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Db } from '#server/db/client.ts'

/** Records named by columns of their own table: the table, and the name in SQL. */
const PLAIN = {
  shippers: ['shippers', 'company_name'],
  articles: ['articles', 'title'],
  images: ['images', 'name'],
  documents: ['documents', 'name'],
  mails: ['mails', 'subject'],
  mailTemplates: ['mail_templates', 'title'],
  htmlBlocks: ['html_blocks', 'title'],
  templateVariables: ['template_variables', 'name'],
  events: ['events', 'name'],
  ports: ['ports', "code || ' — ' || name"],
  cities: ['cities', "code || ' — ' || name"],
  vessels: ['vessels', 'name'],
  carriers: ['carriers', 'name'],
  documentRequirements: ['document_requirements', 'name'],
  documentCategories: ['document_categories', 'name'],
  sailings: ['sailings', 'reference'],
  containers: ['containers', "coalesce(nullif(number, ''), size_type || ' no. ' || id)"],
  depots: ['depots', 'name'],
  cartages: ['cartages', 'name'],
  cartageCategories: ['cartage_categories', 'name'],
  origins: ['origins', 'name'],
  constants: ['constants', 'name'],
  views: ['views', 'name'],
  apiKeys: ['api_keys', 'name'],
  webhooks: ['webhooks', 'url'],
  hints: ['hints', 'title'],
  mailAddresses: ['mail_addresses', 'email'],
  runs: ['runs', "'no. ' || id || case when title = '' then '' else ', ' || title end"],
  freight: ['freight', "'Tier ' || tier || ' → ' || dest"],
} as const

/** How the other records of each kind are named: their key, name, and whether they were deleted. `$` stands for the keys. */
const NAMES = {
  users: (ids) => sql`select id::text as key, username::text as name, deleted_at is not null as deleted
    from users where id = any(${ids}::int[])`,
  orders: (ids) => sql`select id::text, tracking_code::text, deleted_at is not null
    from orders where id = any(${ids}::int[])`,
  locations: (ids) => sql`select l.id::text, c.name || ' → ' || d.name, false
    from locations l join cities c on c.id = l.city_id join depots d on d.id = l.depot_id where l.id = any(${ids}::int[])`,
  /** Places of a confirmation, by code. A port goes before a city. */
  places: (codes) => sql`select code::text, code || ' — ' || name, false from ports where code = any(${codes})
    union all select c.code, c.code || ' — ' || c.name, false from cities c
    where c.code = any(${codes}) and not exists (select from ports p where p.code = c.code)`,
} satisfies Record<string, (keys: string[]) => RawBuilder<unknown>>
export type Named = keyof typeof NAMES | keyof typeof PLAIN

const isPlain = (of: string): of is keyof typeof PLAIN => of in PLAIN

function namesOf(of: Named, keys: string[]): RawBuilder<unknown> {
  if (!isPlain(of)) return NAMES[of](keys)
  const [table, name] = PLAIN[of]
  return sql`select id::text, (${sql.raw(name)})::text, false from ${sql.table(table)} where id = any(${keys}::int[])`
}

/** Kinds with few records, which are found by any part of their name. */
const FEW = [
  'articles',
  'mailTemplates',
  'htmlBlocks',
  'templateVariables',
  'events',
  'ports',
  'cities',
  'vessels',
  'carriers',
  'sailings',
  'depots',
  'cartages',
  'cartageCategories',
  'origins',
  'constants',
  'views',
  'hints',
  'mailAddresses',
  'freight',
] as const satisfies (keyof typeof PLAIN)[]

/** The ids of at most `most` records of kinds that have few, whose name contains the text of the pattern. */
export const namedLike = (pattern: string, most: number): RawBuilder<{ of: Named; id: number }> =>
  sql`${sql.join(
    FEW.map((of) => {
      const [table, name] = PLAIN[of]
      return sql`select ${sql.lit(of)} as "of", id from ${sql.table(table)} where (${sql.raw(name)})::text ilike ${pattern}`
    }),
    sql` union all `,
  )} limit ${most}`

export const isNamed = (entity: string): entity is Named => entity in NAMES || entity in PLAIN

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
