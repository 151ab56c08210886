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
import type { Writer } from './store.ts'
import { checkVersion } from './versions.ts'

/** Steps of a change to a record of this kind; each runs in the transaction of the change. */
interface Steps<Row, Input> {
  /** Reads the record. Throws 404. */
  find(db: Db, id: number): Promise<Row>
  /** Inserts a record and returns its id. */
  insert(tx: Tx, input: Input, actor: Actor): Promise<number>
  /** Writes a change: `patch` has the fields that were sent, `merged` all of them. */
  change(tx: Tx, before: Row, fields: { patch: Partial<Input>; merged: Input }, actor: Actor): Promise<void>
  /** The users of a record ('3 orders') that prevent deleting it; null without any. */
  usedBy?(tx: Tx, id: number): Promise<string | null>
  /** Prepares the deletion of the row; an error keeps the row. */
  release?(tx: Tx, before: Row, actor: Actor): Promise<void>
}

interface Target<R extends z.ZodObject, I extends z.ZodObject> {
  resource: Resource<R, I, keyof DB & string>
  /** First part of its actions in the audit trail; by default the resource's name. */
  action?: string
  /** The fields that go into the audit trail. */
  audited: readonly string[]
}

/**
 * Reads, creates, updates and removes one record. Every change is one transaction: the record is locked, its
 * version checked, and the change recorded in the audit trail.
 */
export function recordWriter<
  Row extends { id: number; updatedAt: string },
  R extends z.ZodObject,
  I extends z.ZodObject,
>(
  db: Db,
  { resource, action = resource.name.toLowerCase(), audited }: Target<R, I>,
  { find, insert, change, usedBy, release }: Steps<Row, z.output<I>>,
): Writer<Row, z.output<I>> {
  const table = resource.key
  const write = writing(db, resource)
  const audit = (tx: Tx, actor: Actor, verb: string, id: number, change: { before?: Row; after?: Row }) =>
    recordAudit(tx, actor, { action: `${action}.${verb}`, entity: table, entityId: id, ...change }, audited)
  const lock = (tx: Tx, id: number) => sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(tx)

  return {
    get: (id) => find(db, id),
    create: (input, actor) =>
      write(async (tx) => {
        const after = await find(tx, await insert(tx, input, actor))
        await audit(tx, actor, 'create', after.id, { after })
        return after
      }),
    update: (id, patch, version, actor) =>
      write(async (tx) => {
        await lock(tx, id)
        const before = await find(tx, id)
        await checkVersion(tx, version, before, table, () => before)
        await change(tx, before, { patch, merged: mergeInput(resource, before, patch) }, actor)
        const after = await find(tx, id)
        await audit(tx, actor, 'update', id, { before, after })
        return after
      }),
    remove: (id, actor) =>
      write(async (tx) => {
        await lock(tx, id)
        const before = await find(tx, id)
        const by = await usedBy?.(tx, id)
        if (by) throw inUse(resource.name, by)
        await release?.(tx, before, actor)
        await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
        await audit(tx, actor, 'remove', id, { before })
      }),
    uses: (id) =>
      inTransaction(db, async (tx) => {
        await find(tx, id)
        return (await usedBy?.(tx, id)) ?? null
      }),
  }
}

/** All writable fields of a record after a change. Throws 400 when they break a rule. */
function mergeInput<R extends z.ZodObject, I extends z.ZodObject>(
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

/** Runs a change in a transaction; a refusal by the database becomes a message of the resource. */
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
