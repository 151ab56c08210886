import { ORIGIN_ID } from './origins.ts'

/** The column behind a key of the contract: the same name in snake case. */
export const columnName = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `shipmentOriginPort` is the only key without a column: an origin is a location, a depot or a port. */
const expressionOf = (key: string) => (key === 'shipmentOriginPort' ? ORIGIN_ID : `o.${columnName(key)}`)

/**
 * Columns of `orders o` for a SELECT, named by their keys. Pass only keys of the contract: they go into the
 * SQL unquoted.
 */
export const columnsOf = (keys: readonly string[]): string =>
  keys.map((key) => `${expressionOf(key)} as "${key}"`).join(', ')
