import { sql } from 'kysely'
import type { z } from 'zod'
import { formatDateTime } from '#contract/lib/format.ts'
import { parseTrackingCode } from '#contract/orders/tracking-code.ts'
import type { View, ViewDefinition, ViewedList } from '#contract/views/view.ts'
import { definitionErrors, everyColumn } from '#contract/views/view-lists.ts'
import {
  MOST_VIEWS,
  notYourView,
  OF_THE_TEAM,
  TOO_MANY_VIEWS,
  type viewInput,
  type viewPatch,
} from '#contract/views/views.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, forbidden, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { lastEditor, nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'
import { ADMIN_LIST, type OneView, readView } from './read-views.ts'

const AUDITED = ['list', 'name', 'shared', 'filters', 'search', 'codes', 'sort', 'columns', 'perPage', 'density']

/** Fields of a view in the trail. */
const trailOf = ({ list, name, shared, definition }: View) => ({
  list,
  name,
  shared,
  ...definition,
  sort: definition.sort.map(({ field, direction }) => `${field} ${direction}`),
  columns: definition.columns.flatMap(({ id, shown }) => (shown ? [id] : [])),
})

/**
 * Locks the caller, a member of staff, so that two of their changes at once do not both become the default.
 */
async function lockCaller(tx: Tx, { userId }: Actor): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  return userId ?? 0
}

/**
 * A definition as it is stored, with every column of the list. Throws 400 at parts that the list does not
 * have.
 */
function saved(list: ViewedList, definition: ViewDefinition): string {
  const errors = definitionErrors(list, definition)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { codes = [], ...rest } = definition
  const clean = [...new Set(codes.map(parseTrackingCode))]
  const columns = everyColumn(list, definition.columns)
  return JSON.stringify({ ...rest, columns, ...(clean.length > 0 && { codes: clean }) })
}

/**
 * Saves a new view of the caller; never changes another one. Returns it. Throws 400 at the fields, and for
 * one too many.
 */
export async function addView(
  tx: Tx,
  _: Services,
  { definition, isAdmin, ...input }: z.output<typeof viewInput> & { isAdmin: boolean },
  actor: Actor,
): Promise<View> {
  if (input.list === ADMIN_LIST && !isAdmin) throw forbidden()
  const userId = await lockCaller(tx, actor)
  const stored = saved(input.list, definition)
  const { n } = await tx
    .selectFrom('views')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('ownerId', '=', userId)
    .where('list', '=', input.list)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (n >= MOST_VIEWS) throw invalid({ name: TOO_MANY_VIEWS })
  const { id } = await tx
    .insertInto('views')
    .values({ ...input, definition: stored, ownerId: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = await readView(tx, { id, userId, isAdmin })
  await recordAudit(tx, actor, { action: 'view.create', entity: 'views', entityId: id, after: trailOf(added) }, AUDITED)
  return added
}

/** A view, and whether an administrator changes it. */
interface Which {
  id: number
  isAdmin: boolean
}

/** Locks a view that the caller may change. Throws 404; 403 for a colleague's. */
async function lockOwn(tx: Tx, of: OneView): Promise<View> {
  await sql`select from views where id = ${of.id} for update`.execute(tx)
  const found = await readView(tx, of)
  if (!found.editable) throw forbidden(notYourView(found.owner?.name ?? 'its owner'))
  return found
}

/** Throws 409 for an edit of an outdated version, with both definitions: the stored and the sent one. */
async function requireVersion(tx: Tx, { updatedAt, ...sent }: z.output<typeof viewPatch>, current: View) {
  if (!updatedAt || updatedAt === current.updatedAt) return
  const who = (await lastEditor(tx, current, 'views')) ?? 'someone else'
  throw new AppError(
    409,
    (timeZone) => `This view was changed by ${who} at ${formatDateTime(current.updatedAt, timeZone)}.`,
    { current, sent },
  )
}

/**
 * Changes a view: its owner, or anybody once the owner has left. Returns it. Throws 404, 403, 409 for a stale
 * version with both definitions, 400 at the fields.
 */
export async function changeView(
  tx: Tx,
  _: Services,
  { id, isAdmin, patch }: Which & { patch: z.output<typeof viewPatch> },
  actor: Actor,
): Promise<View> {
  const of = { id, isAdmin, userId: actor.userId ?? 0 }
  const before = await lockOwn(tx, of)
  await requireVersion(tx, patch, before)
  const { definition, name = before.name, shared = before.shared } = patch
  // The view would belong to nobody.
  if (!shared && before.ownerId !== actor.userId) throw invalid({ shared: OF_THE_TEAM })
  const stored = saved(before.list, definition ?? before.definition)
  await tx
    .updateTable('views')
    .set({ name, shared, definition: stored, updatedAt: nextVersion() })
    .where('id', '=', id)
    .execute()
  const after = await readView(tx, of)
  const change = {
    action: 'view.update',
    entity: 'views',
    entityId: id,
    before: trailOf(before),
    after: trailOf(after),
  }
  await recordAudit(tx, actor, change, AUDITED)
  return after
}

/** Moves a view to the trash, for its owner or, once the owner has left, anybody. Throws 404, 403. */
export async function removeView(tx: Tx, _: Services, { id, isAdmin }: Which, actor: Actor): Promise<void> {
  const before = await lockOwn(tx, { id, isAdmin, userId: actor.userId ?? 0 })
  await tx
    .updateTable('views')
    .set({ deletedAt: sql<string>`now()`, deletedBy: actor.userId })
    .where('id', '=', id)
    .execute()
  const event = { action: 'view.remove', entity: 'views', entityId: id, before: trailOf(before) }
  await recordAudit(tx, actor, event, AUDITED)
}

/** Takes a view back from the trash, with everybody's pins and defaults. Returns it. Throws 404, 403. */
export async function restoreView(tx: Tx, _: Services, { id, isAdmin }: Which, actor: Actor): Promise<View> {
  const of = { id, isAdmin, userId: actor.userId ?? 0 }
  await lockOwn(tx, { ...of, deleted: true })
  // Another default that was chosen meanwhile stays.
  await tx.updateTable('views').set({ deletedAt: null, deletedBy: null }).where('id', '=', id).execute()
  const after = await readView(tx, of)
  await recordAudit(
    tx,
    actor,
    { action: 'view.restore', entity: 'views', entityId: id, after: trailOf(after) },
    AUDITED,
  )
  return after
}
