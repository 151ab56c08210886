import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/types.ts'
import { recordWriter } from './record-writer.ts'
import type { Store } from './store.ts'
import { type ReadOptions, tableReads } from './table-reads.ts'
import { nextVersion } from './versions.ts'

/** Additions of a store to the plain table; all run inside the transaction of the change. */
export interface StoreOptions<Row, Input> extends ReadOptions<Row> {
  /** Checks the merged record against the database (a foreign key exists); throws AppError. */
  check?: (tx: Tx, input: Input, before: Row | null) => Promise<void>
  /** Fields stored in other tables (`keys`), and how to write them. */
  related?: {
    keys: readonly (keyof Input & string)[]
    write: (tx: Tx, id: number, input: Input, before: Row | null) => Promise<void>
  }
  /** Fields that repeat another one: not written, and not in the audit trail. */
  aliases?: readonly (keyof Input & string)[]
  /** The users of a record ('3 orders'); null without any. */
  usedBy?: (tx: Tx, id: number) => Promise<string | null>
}

/**
 * List, create, update and remove over one table whose columns are the resource's fields. The casts are
 * needed because the table is known by name only at run time; rows leave through the row schema.
 */
export function tableStore<R extends z.ZodObject, I extends z.ZodObject>(
  db: Db,
  resource: Resource<R, I, keyof DB & string>,
  { check, related, aliases = [], usedBy, ...reading }: StoreOptions<z.output<R>, z.output<I>> = {},
): Store<z.output<R>, z.output<I>> {
  const table = resource.key
  const { find, ...reader } = tableReads<R>(db, resource, reading)
  const elsewhere = new Set<string>([...(related?.keys ?? []), ...aliases])
  const ownColumns = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !elsewhere.has(key))) as never
  const audited = Object.keys(resource.input.shape).filter((key) => !aliases.includes(key))

  const writer = recordWriter(
    db,
    { resource, audited },
    {
      find,
      insert: async (tx, input) => {
        await check?.(tx, input, null)
        const { id } = (await tx
          .insertInto(table)
          .values(ownColumns(input))
          .returning('id' as never)
          .executeTakeFirstOrThrow()) as { id: number }
        await related?.write(tx, id, input, null)
        return id
      },
      change: async (tx, before, { patch, merged }) => {
        await check?.(tx, merged, before)
        await tx
          .updateTable(table)
          .set({ ...(ownColumns(patch) as object), updatedAt: nextVersion() } as never)
          .where('id' as never, '=', before.id as never)
          .execute()
        await related?.write(tx, before.id, merged, before)
      },
      usedBy,
    },
  )
  return { ...writer, ...reader }
}
