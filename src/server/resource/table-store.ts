import { sql } from 'kysely'
import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import { fieldErrors, withRules } from '#contract/lib/rules.ts'
import { type Db, inTransaction, type Tx } from '#server/db/client.ts'
import { databaseError, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from '#server/db/failures.ts'
import type { DB } from '#server/db/types.ts'
import { exists, inUse, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from './audit.ts'
import type { Store } from './store.ts'
import { type ReadOptions, tableReads } from './table-reads.ts'
import { checkVersion, nextVersion } from './versions.ts'

/** What a store may add to the plain table, each inside the transaction of the change. */
export interface StoreOptions<Row, Input> extends ReadOptions<Row> {
  /** Checks that need the database (a foreign key exists), on the whole record after the merge; throws AppError. */
  check?: (tx: Tx, input: Input, before: Row | null) => Promise<void>
  /** Fields that other tables hold (`keys`, kept out of this one), and what else changes with the record. */
  related?: {
    keys: readonly (keyof Input & string)[]
    write: (tx: Tx, id: number, input: Input, before: Row | null) => Promise<void>
  }
  /** By what a record is used ('3 orders'), null when by nothing. */
  usedBy?: (tx: Tx, id: number) => Promise<string | null>
}

/** The writable fields of a record with a change laid over them. The record after the merge must hold every rule: throws 400. */
export function mergeInput<R extends z.ZodObject, I extends z.ZodObject>(
  resource: Resource<R, I>,
  record: object,
  patch: object,
): z.output<I> {
  const stored = Object.fromEntries(Object.entries(record).filter(([key]) => key in resource.input.shape))
  const merged = (resource.rules ? withRules(resource.input, resource.rules) : resource.input).safeParse({
    ...stored,
    ...patch,
  })
  if (!merged.success) throw invalid(fieldErrors(merged.error))
  return merged.data
}

/**
 * List, create, update and remove over one table whose columns are the resource's fields.
 * The casts stand because the table is known by name only at run time; rows leave through the row schema.
 */
export function tableStore<R extends z.ZodObject, I extends z.ZodObject>(
  db: Db,
  table: keyof DB & string,
  resource: Resource<R, I>,
  options: StoreOptions<z.output<R>, z.output<I>> = {},
): Store<z.output<R>, z.output<I>> {
  type Row = z.output<R> & { id: number; updatedAt: string }
  type Input = z.output<I>
  const { find, list } = tableReads<R>(db, table, resource, options)
  const write = writing(db, resource)
  const audit = (tx: Tx, actor: Actor, verb: string, id: number, before: object | null, after: object | null) => {
    const event = { action: `${resource.name.toLowerCase()}.${verb}`, entity: table, entityId: id, before, after }
    return recordAudit(tx, actor, event, Object.keys(resource.input.shape))
  }
  const ownColumns = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !options.related?.keys.includes(key))) as never
  const lock = (tx: Tx, id: number) => sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(tx)

  return {
    list,
    get: (id) => find(db, id),
    create: (input, actor) =>
      write(async (tx) => {
        await options.check?.(tx, input, null)
        const { id } = (await tx
          .insertInto(table)
          .values(ownColumns(input))
          .returning('id' as never)
          .executeTakeFirstOrThrow()) as { id: number }
        await options.related?.write(tx, id, input, null)
        const row = await find(tx, id)
        await audit(tx, actor, 'create', id, null, row)
        return row
      }),
    update: (id, patch, version, actor) =>
      write(async (tx) => {
        await lock(tx, id)
        const before: Row = await find(tx, id)
        await checkVersion(tx, version, before, table, () => before)
        const merged: Input = mergeInput(resource, before, patch)
        await options.check?.(tx, merged, before)
        await tx
          .updateTable(table)
          .set({ ...(ownColumns(patch) as object), updatedAt: nextVersion() } as never)
          .where('id' as never, '=', id as never)
          .execute()
        await options.related?.write(tx, id, merged, before)
        const after = await find(tx, id)
        await audit(tx, actor, 'update', id, before, after)
        return after
      }),
    remove: (id, actor) =>
      write(async (tx) => {
        await lock(tx, id)
        const before = await find(tx, id)
        const by = await options.usedBy?.(tx, id)
        if (by) throw inUse(resource.name, by)
        await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
        await audit(tx, actor, 'remove', id, before, null)
      }),
  }
}

/** Runs a change in a transaction; what the database refuses is said in the resource's words. */
const writing =
  (db: Db, { name, conflict }: Pick<Resource, 'name' | 'conflict'>) =>
  async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      return await inTransaction(db, work)
    } catch (error) {
      const failure = databaseError(error)
      if (failure?.code === UNIQUE_VIOLATION && conflict) throw exists(conflict.field, conflict.message)
      if (failure?.code === FOREIGN_KEY_VIOLATION) throw inUse(name, failure.table.replaceAll('_', ' '))
      throw error
    }
  }
