import { ORIGIN_ID } from './origins.ts'

/** The column of a key of the contract: the same name in snake case. */
export const columnName = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The one key that is no column of its own: an origin is a location, a depot or a port. */
const expressionOf = (key: string) => (key === 'shipmentOriginPort' ? ORIGIN_ID : `o.${columnName(key)}`)

/** Columns of `orders o` for a SELECT, named by their keys. Only for keys of the contract: they become SQL as they are. */
export const columnsOf = (keys: readonly string[]): string =>
  keys.map((key) => `${expressionOf(key)} as "${key}"`).join(', ')
