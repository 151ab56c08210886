import type { PoolClient } from 'pg'

/** A number from 0 to below `n` that depends on the order. */
const pick = (use: number, n: number) => `((hashint4extended(o.id, ${use}) & 9223372036854775807) % ${n})`

/**
 * Orders whose papers are tracked: recent bookings that have not left, and orders with papers of their
 * client; `$1` is now.
 */
const FOLLOWED = `o.status = 0 and o.deleted_at is null and (o.last_milestone is null or o.last_milestone < 'departed')
  and (o.created_at > $1::timestamptz - interval '8 days'
    or exists (select from documents d where d.order_id = o.id and d.category_id in (1, 2)))`

const STEPS = [
  `insert into order_requirements (order_id, requirement_id, name, category_id, supplier, mandatory, position, basis, offset_days, due_at,
      created_at, updated_at)
    select o.id, r.id, r.name, r.category_id, r.supplier, r.mandatory, r.position, r.basis, r.offset_days,
      paper_due(r.basis, r.offset_days, o.created_at, c), o.created_at, o.created_at
    from orders o left join confirmations c on c.order_id = o.id
      join document_requirements r on paper_applies(r, o.transportation_mode, o.shipment_trade_terms,
        goes_to_amazon(o.shipment_destination), o.custom_brokerage)
    where ${FOLLOWED} order by o.id, r.position`,
  // Papers that the client has sent: accepted, still to be looked at, or rejected.
  `update order_requirements p set document_id = d.id,
      state = case ${pick(1, 6)} when 0 then 'received' when 1 then case when p.category_id = 2 then 'rejected' else 'accepted' end else 'accepted' end,
      reason = case when ${pick(1, 6)} = 1 and p.category_id = 2 then 'The weights of the cartons are missing' else '' end
    from orders o join documents d on d.order_id = o.id
    where o.id = p.order_id and d.category_id = p.category_id and p.category_id in (1, 2, 3)`,
  // Papers due before they were tracked here came by mail; a few orders still miss one.
  `update order_requirements p set state = 'waived', reason = 'Came by mail, filed'
    from orders o where o.id = p.order_id and p.state = 'open' and p.due_at < $1::timestamptz + interval '2 days' and ${pick(4, 8)} > 0`,
  // Some clients were asked.
  `update order_requirements p set state = 'requested', requested_to = o.email,
      requested_at = least(o.created_at + interval '20 hours', $1::timestamptz - interval '2 hours')
    from orders o where o.id = p.order_id and p.state = 'open' and p.supplier in ('client', 'shipper') and ${pick(2, 3)} = 0
      and o.created_at < $1::timestamptz - interval '3 hours'`,
  // Most brokers have the power of attorney of earlier shipments.
  `update order_requirements p set state = 'waived', reason = 'We have a continuous one on file'
    from orders o where o.id = p.order_id and p.basis = 'booking' and ${pick(3, 5)} > 0`,
]

/** Papers of orders under way, in all states, dated relative to now. */
export async function insertPapers(client: PoolClient, now: Date): Promise<void> {
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [now] : [])
}
