import { sql } from 'kysely'
import { pathId } from '#contract/lib/fields.ts'
import { invalid } from '#server/errors.ts'

/** Owners: these people and those they cover for, nobody, or anybody. */
export type Owner = readonly number[] | 'none' | null

/** The owner that a call asks for. Throws 400. */
export function ownerOf(sent: unknown, me: number): Owner {
  if (sent === undefined) return null
  if (sent === 'me') return [me]
  if (sent === 'none') return 'none'
  const id = pathId.safeParse(sent)
  if (!id.success) throw invalid({ owner: 'owner is me, none or the id of a member of staff' })
  return [id.data]
}

/** The owners whose queues are read: those asked for, and everybody they cover for. */
export const peopleOf = (owner: readonly number[]) =>
  sql`array(select unnest(covered_users(id)) from unnest(${[...owner]}::int[]) as id)`

/** Condition of orders `o` in the charge of these people. */
export const ordersOf = (owner: Owner) =>
  owner === null
    ? sql`true`
    : owner === 'none'
      ? sql`o.in_charge_id is null`
      : sql`o.in_charge_id = any(${peopleOf(owner)})`
