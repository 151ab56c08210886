import type { ColumnType } from 'kysely'

/** A `timestamptz(3)`: read as ISO 8601 text in UTC, written as ISO text or a Date. */
export type Time = ColumnType<string, string | Date, string | Date>

/** A JSON object: read as an object, written as text. */
export type StoredObject = ColumnType<Record<string, unknown>, string, string>
/** Any JSON: read as a value, written as text. */
export type StoredJson = ColumnType<unknown, string, string>

/** A JSON object of switches, `{}` by default. */
export type Flags = ColumnType<Record<string, boolean>, string | undefined, string>
