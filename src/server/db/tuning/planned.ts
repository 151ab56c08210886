import { type Compilable, CompiledQuery, type Expression, type Kysely, sql } from 'kysely'
import pg from 'pg'

/** Ends the text of a statement that a connection plans once, for all values. */
export const PLANNED = '/* planned */'

/**
 * Marks a query that a connection plans once: planning joins takes longer than running them. Not for patterns
 * (LIKE), whose plan depends on the value, nor for texts that vary with the number of values, nor for `*`,
 * whose columns the next migration changes.
 */
export const planned = <Q extends { modifyEnd(modifier: Expression<unknown>): Q }>(query: Q): Q =>
  query.modifyEnd(sql.raw(PLANNED))

/** A value that no caller passes, one for each place. */
const placeOf = (index: number) => -2_000_000_000 - index

/**
 * A query over numbers whose text is made once: for one with many columns, making it takes longer than
 * running it. `build` must make the same text for any numbers, and use each of them as a value.
 */
export function madeOnce<DB, Numbers extends number[], Row>(
  build: (db: Kysely<DB>, ...numbers: Numbers) => Compilable<Row>,
): (db: Kysely<DB>, ...numbers: Numbers) => CompiledQuery<Row> {
  let made: { sql: string; values: readonly unknown[] } | undefined
  return (db, ...numbers) => {
    if (!made) {
      const places = numbers.map((_, index) => placeOf(index)) as Numbers // as many
      const { sql: text, parameters } = build(db, ...places).compile()
      made = { sql: text, values: parameters }
    }
    const values = made.values.map((value) => {
      const index = numbers.findIndex((_, place) => placeOf(place) === value)
      return index < 0 ? value : numbers[index]
    })
    return CompiledQuery.raw(made.sql, values) as CompiledQuery<Row> // the rows of `build`
  }
}

/**
 * `madeOnce` for a few queries, one for each key: two queries with the same key differ in their numbers only.
 * Without a key (null), the query is built for each call.
 */
export function madeOnceEach<DB>() {
  const known = new Map<string, unknown>()
  return <Numbers extends number[], Row>(
    key: string | null,
    build: (db: Kysely<DB>, ...numbers: Numbers) => Compilable<Row>,
  ): ((db: Kysely<DB>, ...numbers: Numbers) => CompiledQuery<Row>) => {
    if (key === null) return (db, ...numbers) => build(db, ...numbers).compile()
    type Made = (db: Kysely<DB>, ...numbers: Numbers) => CompiledQuery<Row>
    const made = (known.get(key) as Made | undefined) ?? madeOnce(build) // made by the same `build`
    known.set(key, made)
    return made
  }
}

/** More than there are marked statements. Each costs every connection memory. */
const MAX_NAMES = 250
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMES) return known
  const name = `planned ${names.size + 1}`
  names.set(text, name)
  return name
}

/** The socket of a connection, which the driver's types leave out. */
interface Wired {
  connection?: { stream?: { cork?: () => void; uncork?: () => void } }
}

/**
 * A connection that writes statements sent together at once: a write costs as much as making what is written.
 */
class GatheringClient extends pg.Client {
  #gathering = false

  /** Holds back what is written until the work at hand waits for something. */
  gather(): void {
    if (this.#gathering) return
    // The cast: see Wired.
    const stream = (this as unknown as Wired).connection?.stream
    if (!stream?.cork || !stream.uncork) return
    this.#gathering = true
    stream.cork()
    process.nextTick(() => {
      this.#gathering = false
      stream.uncork?.()
    })
  }
}

/** A connection that names marked statements, in and out of transactions. */
export class PlanningClient extends GatheringClient {
  // The driver overloads this call; arguments pass through unchanged.
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; any fits them all
  override query(config: any, ...rest: any[]): any {
    this.gather()
    const text: unknown = config?.text ?? config
    if (typeof text !== 'string' || !text.endsWith(PLANNED) || config.submit) return super.query(config, ...rest)
    const [values] = rest
    return Array.isArray(values)
      ? super.query({ text, values, name: nameOf(text) }, ...rest.slice(1))
      : super.query({ ...(config === text ? { text } : config), name: nameOf(text) }, ...rest)
  }
}

/**
 * A connection without named statements, those of libraries included: behind a pooler the next transaction
 * may use another connection, which does not know them.
 */
export class UnnamedClient extends GatheringClient {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; any fits them all
  override query(config: any, ...rest: any[]): any {
    this.gather()
    const named = config?.name !== undefined && typeof config.submit !== 'function'
    return super.query(named ? { ...config, name: undefined } : config, ...rest)
  }
}
