import { type RawBuilder, sql } from 'kysely'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Db } from '#server/db/client.ts'

/** How the records of each kind are named: their key, name, and whether they were deleted. `$` stands for the keys. */
const NAMES = {
  users: (ids) => sql`select id::text as key, username::text as name, deleted_at is not null as deleted
    from users where id = any(${ids}::int[])`,
  orders: (ids) => sql`select id::text, tracking_code::text, deleted_at is not null
    from orders where id = any(${ids}::int[])`,
  shippers: plain('shippers', 'company_name'),
  articles: plain('articles', 'title'),
  images: plain('images', 'name'),
  documents: plain('documents', 'name'),
  mails: plain('mails', 'subject'),
  mailTemplates: plain('mail_templates', 'title'),
  htmlBlocks: plain('html_blocks', 'title'),
  templateVariables: plain('template_variables', 'name'),
  events: plain('events', 'name'),
  ports: plain('ports', "code || ' — ' || name"),
  cities: plain('cities', "code || ' — ' || name"),
  vessels: plain('vessels', 'name'),
  depots: plain('depots', 'name'),
  cartages: plain('cartages', 'name'),
  cartageCategories: plain('cartage_categories', 'name'),
  origins: plain('origins', 'name'),
  constants: plain('constants', 'name'),
  hints: plain('hints', 'title'),
  mailAddresses: plain('mail_addresses', 'email'),
  freight: plain('freight', "'Tier ' || tier || ' → ' || dest"),
  locations: (ids) => sql`select l.id::text, c.name || ' → ' || d.name, false
    from locations l join cities c on c.id = l.city_id join depots d on d.id = l.depot_id where l.id = any(${ids}::int[])`,
  /** Places of a confirmation, by code. A port goes before a city. */
  places: (codes) => sql`select code::text, code || ' — ' || name, false from ports where code = any(${codes})
    union all select c.code, c.code || ' — ' || c.name, false from cities c
    where c.code = any(${codes}) and not exists (select from ports p where p.code = c.code)`,
} satisfies Record<string, (keys: string[]) => RawBuilder<unknown>>
export type Named = keyof typeof NAMES

function plain(table: string, name: string) {
  return (ids: string[]) =>
    sql`select id::text, (${sql.raw(name)})::text, false from ${sql.table(table)} where id = any(${ids}::int[])`
}

export const isNamed = (entity: string): entity is Named => entity in NAMES

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
        sql`select ${sql.lit(of)} as "of", found.* from (${NAMES[of]([...keys])}) as found (key, name, deleted)`,
    )
    if (parts.length === 0) return
    const { rows } = await sql<RecordName & { of: Named; key: string }>`${sql.join(parts, sql` union all `)}`.execute(
      db,
    )
    for (const { of, key, name, deleted } of rows)
      this.#found.set(`${of} ${key}`, { name: of === 'orders' ? formatTrackingCode(name) : name, deleted })
  }
}
