import type { PoolClient } from 'pg'
import { addDays } from '#demo/lib/days.ts'
import { insertRows } from '#demo/lib/insert-rows.ts'
import { createRandom } from '#demo/lib/random.ts'
import { MANAGER } from '#demo/people/staff.ts'
import { destinationPlaceId } from '#demo/reference/destination-places.ts'
import { containerRow } from '#demo/sailings/insert-sailings.ts'

/** FCL orders that have arrived, with the port and their container; those in progress, newest first. */
const ARRIVED = `
  select o.id, c.port_of_discharge as port, k.id as container_id from orders o join confirmations c on c.order_id = o.id
    left join containers k on k.order_id = o.id
  where o.transportation_mode = 1 and o.status = 0 and o.deleted_at is null
    and o.last_milestone >= 'departed' and o.last_milestone < 'delivered' order by o.last_milestone desc, o.id desc limit $1`

/** Orders whose cargo customs have released, a day ago and more, for each of the staff some. */
const RELEASED = `
  insert into releases (order_id, customs_released_at, freight_paid_at, original_bill, original_at, carrier_released_at, pickup_number,
    appointment_at, hold_reason, created_at, updated_at)
  select o.id, $1::timestamptz - interval '30 hours', case when n.at % 2 = 0 then $1::timestamptz - interval '3 days' end,
    case n.at % 3 when 0 then 'waiting' when 1 then 'telex' else 'express' end, case when n.at % 3 = 1 then $1::timestamptz - interval '2 days' end,
    case when n.at % 4 = 0 then $1::timestamptz - interval '1 day' end, case when n.at % 4 = 0 then 'PU' || 40000 + o.id else '' end,
    case when n.at % 4 = 0 then $1::timestamptz + interval '30 hours' end, case when n.at = 5 then 'Invoice of last month is unpaid' else '' end,
    $1::timestamptz - interval '2 days', $1::timestamptz - interval '1 day'
  from (select id, row_number() over (order by id desc)::int as at from orders where status = 0 and deleted_at is null
    and last_milestone >= 'arrived' and last_milestone < 'delivered' order by id desc limit 12) n join orders o on o.id = n.id`

/** Releases in every state of the orders whose free days end first; customs released them within the day. */
const FIRST = `
  insert into releases (order_id, freight_paid_at, freight_waived_reason, original_bill, original_at, customs_released_at,
    carrier_released_at, pickup_number, appointment_at, created_at, updated_at)
  select id, case when at % 4 > 0 then $1::timestamptz - interval '2 days' end, case when at = 4 then 'Paid with the next invoice' else '' end,
    case at % 3 when 0 then 'waiting' when 1 then 'express' else 'telex' end, case when at % 3 = 2 then $1::timestamptz - interval '1 day' end,
    case when at % 5 > 0 then $1::timestamptz - interval '5 hours' end, case when at % 5 > 2 then $1::timestamptz - interval '3 hours' end,
    case when at % 5 > 2 then 'PU' || 50000 + id else '' end, case when at % 5 > 2 then $1::timestamptz + interval '1 day' * (at % 4 + 1) end,
    $1::timestamptz - interval '2 days', $1::timestamptz - interval '3 hours'
  from (select order_id as id, row_number() over (order by min(last_free_day), order_id)::int as at from arrivals a
    where order_id is not null and last_free_day is not null and not exists (select from releases r where r.order_id = a.order_id)
    group by order_id) first where at <= 14`

/** Containers for these three states of a clock, three orders for each. */
const BOXES = 12

/**
 * The days after an arrival: containers of FCL orders whose free days end, are over, or have to be returned, and
 * releases that wait for something. Days that lie ahead are counted from the day of the database, by which the queue
 * judges them.
 */
export async function insertArrivals(client: PoolClient, now: Date): Promise<void> {
  const random = createRandom('arrivals')
  const { rows: orders } = await client.query<{ id: number; port: string; containerId: number | null }>(
    `select id, port, container_id as "containerId" from (${ARRIVED}) arrived`,
    [BOXES],
  )
  const { rows: last } = await client.query<{ id: number }>('select max(id) as id from containers')
  let next = (last[0]?.id ?? 0) + 1
  const boxes = orders.map(({ id, containerId, ...order }) => ({ ...order, orderId: id, id: containerId ?? next++ }))
  const lacking = boxes.filter(({ id }) => id > (last[0]?.id ?? 0))
  await insertRows(
    client,
    'containers',
    lacking.map(({ id, orderId }) => ({ ...containerRow(id, '42G1', addDays(now, -20), random), orderId })),
  )
  for (const [at, { id, port }] of boxes.entries()) {
    const terminal = destinationPlaceId('terminal', port)
    const isOver = at % 3 === 1
    const values = [id, terminal, isOver ? addDays(now, -9) : null]
    await client.query(
      'update containers set terminal_place_id = $2, discharged_at = $3, available_at = $3 where id = $1',
      values,
    )
    if (isOver) continue
    const clock = at % 3 === 0 ? 'demurrage' : 'detention'
    const note = clock === 'demurrage' ? 'As the terminal confirmed by phone.' : 'Two days more, agreed with the line.'
    await client.query(
      `insert into free_times (container_id, clock, by_hand, source, set_free_day, note)
       values ($1, $2, true, 'staff', current_date + $3::int, $4)`,
      [id, clock, 1 + (at % 2), note],
    )
  }
  await client.query('select keep_free_times($1, $2)', [boxes.map(({ id }) => id), []])
  await client.query(RELEASED, [now])
  await client.query(FIRST, [now])
  await client.query('update free_times set created_at = $1, updated_at = $1', [now])
  const { rows: done } = await client.query<{ id: number }>(
    'select order_id as id from releases where carrier_released_at is not null order by order_id limit 1',
  )
  await client.query(
    `update releases set freight_paid_at = $2, original_bill = 'express', carrier_released_at = $2, released_at = $2, released_by = $3
     where order_id = $1`,
    [done[0]?.id ?? null, addDays(now, -1), MANAGER],
  )
}
