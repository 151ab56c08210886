import type { PoolClient } from 'pg'
import { MANAGER } from '#demo/people/staff.ts'

/** When the current set took effect; `$1` is the time of loading. */
const APPLIED = "date_trunc('hour', $1::timestamptz - interval '24 days')"

/** The first instant of the next month by the forwarder's clock. */
const NEXT_MONTH = `(select (date_trunc('month', $1::timestamptz at time zone time_zone) + interval '1 month') at time zone time_zone from attention_values)`

const STEPS = [
  // The rates of the demo are those of long ago, but for what the sets change.
  `update rate_history set valid = tstzrange($1::timestamptz - interval '3 years', null)`,

  // The current set raised the lanes of the United States by about 4 %, up to what they cost today.
  `insert into rate_sets (name, state, valid_from, note, made_by, applied_at, created_at, updated_at)
  select to_char(${APPLIED} at time zone 'UTC', 'FMMonth') || ' rates', 'current', ${APPLIED}, 'Bunker surcharge of the carriers.', ${MANAGER}, ${APPLIED},
    ${APPLIED} - interval '6 days', ${APPLIED}`,
  `insert into rate_changes (set_id, action, entity, record_id, field, old, new)
  select s.id, 'change', 'freight', f.id, figure.field, round(figure.now_true / 1.04, 2), figure.now_true
  from rate_sets s, freight f, lateral (values ('cbm', f.cbm), ('mt', f.mt)) as figure (field, now_true)
  where s.state = 'current' and f.tier = 1 and f.dest like 'US%' order by f.id, figure.field`,
  `with ended as (
    update rate_history h set valid = tstzrange(lower(valid), ${APPLIED}),
      values = h.values || (select jsonb_object_agg(field, old) from rate_changes where record_id = h.record_id)
    where h.entity = 'freight' and h.record_id in (select record_id from rate_changes) returning h.record_id
  ) insert into rate_history (entity, record_id, values, valid, set_id, user_id)
  select 'freight', f.id, rate_values('freight', to_jsonb(f)), tstzrange(${APPLIED}, null), s.id, s.made_by
  from ended join freight f on f.id = ended.record_id, rate_sets s where s.state = 'current' order by f.id`,

  // The next set raises the lanes of tier 1 by 5 %, begins a lane, and ends one that clients still ask for.
  `insert into rate_sets (name, state, valid_from, note, made_by, created_at, updated_at)
  select to_char(next.month + interval '12 hours', 'FMMonth') || ' rates', 'scheduled', next.month, 'General rate increase of 5 %.', ${MANAGER},
    $1::timestamptz - interval '2 days', $1::timestamptz - interval '2 days'
  from (select ${NEXT_MONTH} as month) next`,
  `create temporary table ending_lane on commit drop as
  select f.* from freight f
    join depots d on d.tier = f.tier
    left join locations l on l.depot_id = d.id
    join quotes q on q.kind = 'instant' and q.destination = f.dest and q.asked_at > $1::timestamptz - interval '28 days'
      and ((q.inputs ->> 'depotId')::int = d.id or (q.inputs ->> 'pickUpLocationId')::int = l.id)
  order by f.tier desc, q.asked_at desc limit 1`,
  `insert into rate_changes (set_id, action, entity, record_id, field, old, new, values)
  select s.id, each.action, 'freight', each.record_id, each.field, each.old, each.new, each.values
  from rate_sets s, lateral (
    select 'change' as action, f.id as record_id, figure.field, figure.now_true as old, round(figure.now_true * 1.05, 2) as new, null::jsonb as values
    from freight f, lateral (values ('cbm', f.cbm), ('mt', f.mt)) as figure (field, now_true)
    where f.tier = 1 and f.id not in (select id from ending_lane)
    union all select 'add', null, null, null, null, '{"tier": 1, "dest": "USWC-OAK", "cbm": 71, "mt": 71}'
    union all select 'end', id, null, null, null, jsonb_build_object('tier', tier, 'dest', dest, 'cbm', cbm, 'mt', mt) from ending_lane
  ) each where s.state = 'scheduled'`,
  `update attention set since = $1::timestamptz - interval '2 days' where rule = 'rate-gap'`,
]

/**
 * Gives the rates a past and a future: a set that took effect some weeks ago, and one from the first of the next
 * month. Today's rates stay as they are.
 */
export async function insertRates(client: PoolClient, now: Date): Promise<void> {
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [now] : [])
}
