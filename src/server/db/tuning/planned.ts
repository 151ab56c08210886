import { type Expression, sql } from 'kysely'
import pg from 'pg'

/** Ends the text of a statement that a connection plans once, for all values. */
export const PLANNED = '/* planned */'

/**
 * Marks a query that a connection plans once: planning joins takes longer than running them. Not for patterns (LIKE),
 * whose plan depends on the value, nor for texts that vary with the number of values, nor for `*`, whose columns the next
 * migration changes.
 */
export const planned = <Q extends { modifyEnd(modifier: Expression<unknown>): Q }>(query: Q): Q =>
  query.modifyEnd(sql.raw(PLANNED))

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

/** A connection that names marked statements, in and out of transactions. */
export class PlanningClient extends pg.Client {
  // The driver overloads this call; arguments pass through unchanged.
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; any fits them all
  override query(config: any, ...rest: any[]): any {
    const text: unknown = config?.text ?? config
    if (typeof text !== 'string' || !text.endsWith(PLANNED) || config.submit) return super.query(config, ...rest)
    const [values] = rest
    return Array.isArray(values)
      ? super.query({ text, values, name: nameOf(text) }, ...rest.slice(1))
      : super.query({ ...(config === text ? { text } : config), name: nameOf(text) }, ...rest)
  }
}

/**
 * A connection without named statements, those of libraries included: behind a pooler the next transaction may use another
 * connection, which does not know them.
 */
export class UnnamedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; any fits them all
  override query(config: any, ...rest: any[]): any {
    const named = config?.name !== undefined && typeof config.submit !== 'function'
    return super.query(named ? { ...config, name: undefined } : config, ...rest)
  }
}
