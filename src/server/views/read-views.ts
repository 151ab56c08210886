import { sql } from 'kysely'
import { VIEWED_LISTS, type View, type ViewDefinition, type ViewedList } from '#contract/views/view.ts'
import { currentDefinition } from '#contract/views/view-lists.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'

/** Whether the owner has left: then anybody may change a shared view. */
const LEFT = sql<boolean>`(o.id is null or o.disabled_at is not null or o.deleted_at is not null)`

/** The person who looks at views. */
export interface Viewer {
  userId: number
  isAdmin: boolean
}

/** The list that only administrators see, and therefore its views. */
export const ADMIN_LIST: ViewedList = 'audit'

/** Views that a person may see, their own and shared ones, with their pins and default. */
const selectViews = (db: Db, { userId, isAdmin }: Viewer) =>
  db
    .selectFrom('views as v')
    .leftJoin('users as o', 'o.id', 'v.ownerId')
    .leftJoin('viewPrefs as p', (join) => join.onRef('p.viewId', '=', 'v.id').on('p.userId', '=', userId))
    .select(['v.id', 'v.list', 'v.name', 'v.ownerId', 'v.shared', 'v.definition', 'v.createdAt', 'v.updatedAt'])
    .select(['v.deletedAt'])
    .select([
      sql<View['owner']>`case when not ${LEFT} then json_build_object('id', o.id, 'name', o.username) end`.as('owner'),
      sql<boolean>`(v.owner_id = ${userId} or ${LEFT})`.as('editable'),
      sql<boolean>`coalesce(p.pinned, false)`.as('pinned'),
      sql<number>`coalesce(p.position, 0)`.as('position'),
      sql<boolean>`coalesce(p.is_default, false)`.as('isDefault'),
    ])
    .where((eb) => eb.or([eb('v.ownerId', '=', userId), eb('v.shared', '=', true)]))
    .$if(!isAdmin, (query) => query.where('v.list', '<>', ADMIN_LIST))

type Stored = Omit<View, 'list' | 'definition' | 'editable'> & {
  list: string
  definition: unknown
  editable: boolean | null
}

/** A stored view as it can be used today; null for a list that is gone. */
function viewOf(row: Stored): View | null {
  const list = VIEWED_LISTS.find((each) => each === row.list)
  if (!list) return null
  // The cast: only `saved` writes definitions, which the contract has checked.
  const definition = currentDefinition(list, row.definition as ViewDefinition)
  return { ...row, list, definition, editable: row.editable === true }
}

interface Which extends Viewer {
  /** The list; all lists if undefined. */
  list?: ViewedList | undefined
  /** Whether to read the trash: views that the person may restore. */
  deleted?: boolean
}

/** A person's views and those shared with all staff: the pinned ones first, in their order, then by name. */
export async function listViews(db: Db, { list, deleted = false, ...viewer }: Which): Promise<View[]> {
  const rows = await selectViews(db, viewer)
    .where('v.deletedAt', deleted ? 'is not' : 'is', null)
    .$if(list !== undefined, (query) => query.where('v.list', '=', list ?? ''))
    .orderBy(sql`coalesce(p.pinned, false)`, 'desc')
    .orderBy(sql`case when p.pinned then p.position end`)
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
    .execute()
  const views = rows.flatMap((row) => viewOf(row) ?? [])
  return deleted ? views.filter(({ editable }) => editable) : views
}

/** One view, as a person sees it. */
export interface OneView extends Viewer {
  id: number
  deleted?: boolean
}

/** One view that a person may see. Throws 404, also for a deleted one unless asked for. */
export async function readView(db: Db, { id, deleted = false, ...viewer }: OneView): Promise<View> {
  const row = await selectViews(db, viewer)
    .where('v.id', '=', id)
    .where('v.deletedAt', deleted ? 'is not' : 'is', null)
    .executeTakeFirst()
  const found = row && viewOf(row)
  if (!found) throw notFound('View')
  return found
}
