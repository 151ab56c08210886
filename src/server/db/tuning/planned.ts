import { type Expression, sql } from 'kysely'
import pg from 'pg'

/** Ends the text of a statement that a connection plans once, for all values alike. */
export const PLANNED = '/* planned */'

/**
 * Marks a query that a connection plans once: planning joins takes longer than running them. Not for a pattern (LIKE),
 * whose plan depends on the value; nor for a text that has as many forms as it has values; nor for `*`, which the next
 * migration would make into other columns.
 */
export const planned = <Q extends { modifyEnd(modifier: Expression<unknown>): Q }>(query: Q): Q =>
  query.modifyEnd(sql.raw(PLANNED))

/** More than there are marked statements: each one costs every connection memory. */
const MAX_NAMES = 250
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMES) return known
  const name = `planned ${names.size + 1}`
  names.set(text, name)
  return name
}

/** A connection that knows marked statements by name, in a transaction or not. */
export class PlanningClient extends pg.Client {
  // The driver overloads this call; whatever goes in comes out of it as it is.
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
 * A connection without named statements, the libraries' own included: behind a pooler the next transaction may be on
 * another one, which knows none.
 */
export class UnnamedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; any fits them all
  override query(config: any, ...rest: any[]): any {
    const named = config?.name !== undefined && typeof config.submit !== 'function'
    return super.query(named ? { ...config, name: undefined } : config, ...rest)
  }
}
