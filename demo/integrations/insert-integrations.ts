import type { PoolClient } from 'pg'
import { ADMIN, MANAGER, SECOND_MANAGER } from '#demo/people/staff.ts'

/** Logins whose keys prepare drafts: everybody who logs in finds one in the queue. */
const OWNERS = [ADMIN, MANAGER, SECOND_MANAGER]

/** Drafts and calls of other programs; `$1` is the time of loading. */
const STEPS = [
  // These keys are nobody's: no known text has such a hash.
  `insert into api_keys (prefix, hash, name, scopes, created_by, created_at, last_used_at)
  select lpad(to_hex(id), 8, '0'), decode(lpad(to_hex(id), 64, '0'), 'hex'), 'Carrier tracking', '{orders:read,orders:write}', id,
    $1::timestamptz - interval '40 days', $1::timestamptz - interval '2 hours'
  from unnest(array[${OWNERS}]) as id order by id`,
  // Each key prepared an arrival for the newest order at sea of its owner.
  `insert into drafts (user_id, kind, record_id, tab, values, api_key_id, created_at, updated_at)
  select k.created_by, 'set-event', o.id, 'key-' || k.id, jsonb_build_object('eventId', e.id, 'comment', 'Arrived, says the carrier.'), k.id,
    $1::timestamptz - interval '2 hours', $1::timestamptz - interval '2 hours'
  from api_keys k
    cross join (select id from events where milestone = 'arrived' order by id limit 1) e
    cross join lateral (select id from orders where status = 0 and deleted_at is null and in_charge_id = k.created_by
      and last_milestone >= 'departed' and last_milestone < 'arrived' order by id desc limit 1) o
  order by k.id`,
  // The webhook was never active, so nothing is ever sent to it; its address is invented, too.
  `insert into webhooks (url, events, active, failing_since, created_at, updated_at)
  values ('https://shop.quayside.example/hooks/orders', '{order.event,order.status}', false, $1::timestamptz - interval '80 hours',
    $1::timestamptz - interval '60 days', $1::timestamptz - interval '6 hours')`,
  // The message entered the queue when the webhook was switched off.
  `update webhooks set disabled_reason = 'Nothing arrived for 3 days.', disabled_at = $1::timestamptz - interval '6 hours'`,
  `update attention set since = due_at where rule = 'webhook-disabled'`,
]

/** Lets other programs prepare drafts and miss a webhook; nothing leaves this machine. */
export async function insertIntegrations(client: PoolClient, now: Date): Promise<void> {
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [now] : [])
}
