import { sql } from 'kysely'
import { endSessions } from '#server/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { FileStore } from '#server/files/files.ts'
import type { Actor } from '#server/http/app-types.ts'
import { cancelClientMails } from '#server/mail/cancel-mails.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { clearOwnTrail, eraseAccount, IS_PURGED } from './account.ts'
import { eraseNames, type Known, LEFTOVERS, readKnown } from './leftovers.ts'
import { eraseSomeMails } from './mail-in.ts'
import { eraseSomeOrders } from './orders.ts'
import { clearDoings, keepAccountWords } from './trail.ts'

/** The actor of jobs, which have no user. */
export const NOBODY = { userId: null, impersonatorId: null, ip: '', requestId: '' }

/** The next step of an erasure. */
type Step =
  | { at: 'doings'; after: number }
  | { at: 'orders' }
  | { at: 'names' }
  | { at: 'leftovers'; known: Known; part: number; after: number }
  | { at: 'rest' }
/**
 * The outcome of a step: the next one, the end, or 'elsewhere' if another instance is working on this
 * erasure.
 */
type Next = Step | 'done' | 'elsewhere'

async function takeStep(tx: Tx, userId: number, step: Step): Promise<Next> {
  const mine = sql`select from erasures where user_id = ${userId} for update skip locked`
  if ((await mine.execute(tx)).rows.length === 0) return 'elsewhere'
  if (step.at === 'doings') {
    const after = await clearDoings(tx, userId, step.after)
    return after === null ? { at: 'orders' } : { at: 'doings', after }
  }
  if (step.at === 'orders') return { at: (await eraseSomeOrders(tx, userId)) ? 'orders' : 'names' }
  if (step.at === 'names') {
    await clearOwnTrail(tx, userId)
    await eraseNames(tx, userId)
    return { at: 'leftovers', known: await readKnown(tx, userId), part: 0, after: 0 }
  }
  if (step.at === 'leftovers') {
    const { known, part } = step
    const after = (await LEFTOVERS[part]?.(tx, known, step.after)) ?? null
    if (after !== null) return { ...step, after }
    return part + 1 < LEFTOVERS.length ? { at: 'leftovers', known, part: part + 1, after: 0 } : { at: 'rest' }
  }
  // An order may have been booked while the account was being hidden.
  if (await eraseSomeOrders(tx, userId)) return { at: 'orders' }
  if (await eraseSomeMails(tx, userId)) return step
  await eraseAccount(tx, userId)
  await recordAudit(tx, NOBODY, { action: 'client.purge', entity: 'clients', entityId: userId })
  return 'done'
}

/**
 * Removes a client whose erasure has begun, with everything stored about it, in small transactions. Returns
 * false if it is not finished at `until` (milliseconds since the epoch), or if another instance is working on
 * it: the next call continues.
 */
export async function continueErasure(db: Db, userId: number, until = Number.POSITIVE_INFINITY): Promise<boolean> {
  let next: Next = { at: 'doings', after: 0 }
  while (typeof next === 'object') {
    if (Date.now() > until) return false
    const step: Step = next
    next = await db.transaction().execute((tx) => takeStep(tx, userId, step))
  }
  return next === 'done'
}

/**
 * Hides a client from everybody and records that it is being erased. From then on nothing of it can be
 * restored.
 */
export async function beginErasure(tx: Tx, userId: number, deletedBy: number | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ deletedAt: sql`coalesce(deleted_at, now())`, deletedBy: sql`coalesce(deleted_by, ${deletedBy}::int)` })
    .where('id', '=', userId)
    .execute()
  await endSessions(tx, userId)
  await cancelClientMails(tx, userId)
  await tx
    .insertInto('erasures')
    .values({ userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await keepAccountWords(tx, userId)
}

/**
 * Begins to erase a client at somebody's request, whether it was deleted before or not. Throws 404; 409 if it
 * is being erased.
 */
export async function askForErasure(tx: Tx, _: unknown, { id }: { id: number }, actor: Actor): Promise<void> {
  const client = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`role = array['ROLE_USER']`)
    .where((where) => where.not(IS_PURGED))
    .forUpdate()
    .executeTakeFirst()
  if (!client) throw notFound('Client')
  const begun = await tx.selectFrom('erasures').select('userId').where('userId', '=', id).executeTakeFirst()
  if (begun) throw new AppError(409, 'This client is being erased.')
  await beginErasure(tx, id, actor.userId)
  await recordAudit(tx, actor, { action: 'client.erase', entity: 'clients', entityId: id })
}

/** Files that one run removes. */
const FILES = 1_000

/**
 * Removes the files of erased records. A file that the store cannot remove now is tried again. Returns how
 * many were removed.
 */
export async function removeErasedFiles(db: Db, files: FileStore): Promise<number> {
  const noted = await db.selectFrom('erasedFiles').select('storageKey').orderBy('since').limit(FILES).execute()
  let removed = 0
  let failure: unknown
  for (const { storageKey } of noted) {
    try {
      await files.remove(storageKey)
      await db.deleteFrom('erasedFiles').where('storageKey', '=', storageKey).execute()
      removed++
    } catch (error) {
      failure = error
    }
  }
  if (failure !== undefined) throw failure
  return removed
}

/** Continues unfinished erasures and removes the files they left. Returns how many clients were erased. */
export async function finishErasures(db: Db, files: FileStore): Promise<number> {
  const failures: unknown[] = []
  let finished = 0
  for (const { userId } of await db.selectFrom('erasures').select('userId').orderBy('askedAt').execute())
    try {
      if (await continueErasure(db, userId)) finished++
    } catch (error) {
      failures.push(error)
    }
  while ((await removeErasedFiles(db, files)) === FILES);
  if (failures.length > 0) throw failures[0]
  return finished
}
