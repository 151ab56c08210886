import type { Page } from '#contract/lib/envelope.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { ListQuery } from './paginate.ts'

/** Answers pages of rows; from a replica when one is given. */
export interface Reader<Row> {
  list(query: ListQuery, from?: Db): Promise<Page<Row>>
  /** How many rows match, counted up to one more than `most`. */
  countUpTo(query: ListQuery, most: number, from?: Db): Promise<number>
  /**
   * All rows that match in the order of the list, in batches; `from` is one connection within a transaction.
   */
  all(query: ListQuery, from: Db): AsyncIterable<Row[]>
}

/**
 * Reads and changes one record. `patch` has checked fields only; every change is one transaction with its
 * audit entry.
 */
export interface Writer<Row, Input> {
  get(id: number): Promise<Row>
  create(input: Input, actor: Actor): Promise<Row>
  update(id: number, patch: Partial<Input>, version: string | null | undefined, actor: Actor): Promise<Row>
  remove(id: number, actor: Actor): Promise<void>
  /** The users ('3 orders') for which `remove` would refuse; null without any. */
  uses(id: number): Promise<string | null>
}

/** Everything that `crudRoutes` needs of an entity. */
export type Store<Row, Input> = Reader<Row> & Writer<Row, Input>
