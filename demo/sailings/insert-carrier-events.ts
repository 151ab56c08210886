import type { PoolClient } from 'pg'

/** Of what is said by the carrier of a sailing, on its first container or on none. */
const SAID = `
  select 'S' || s.id || '-' || x.code as key, x.feed, s.id as sailing_id, k.id as container_id, k.number as container, x.milestone, x.code, x.type, x.classifier,
    x.at, x.place, v.imo_number as imo, v.name as vessel, s.voyage, s.master_bill as bill, x.stated
  from sailings s join vessels v on v.id = s.vessel_id
    join lateral (select * from containers where sailing_id = s.id order by id limit 1) k on true
    cross join lateral (values
      ('Pacific Alliance', 'empty-out', 'GTOT', 'EQUIPMENT', 'act', s.atd - interval '5 days' + interval '9 hours', s.port_of_loading, s.atd - interval '5 days' + interval '10 hours'),
      ('Pacific Alliance', 'departed', 'DEPA', 'TRANSPORT', 'act', s.atd + interval '7 hours', s.port_of_loading, s.atd + interval '9 hours'),
      ('Push', 'eta', 'ARRI', 'TRANSPORT', 'est', s.port_eta + interval '6 hours', s.port_of_discharge, s.atd + interval '1 day'),
      ('Pacific Alliance', 'eta', 'ARRI-2', 'TRANSPORT', 'est', s.port_eta + interval '6 hours' + case when s.id % 3 = 0 then interval '4 days' else interval '0' end,
        s.port_of_discharge, s.atd + interval '2 days'),
      ('Pacific Alliance', 'arrived', 'ARRI-3', 'TRANSPORT', 'act', s.port_ata + interval '5 hours', s.port_of_discharge, s.port_ata + interval '6 hours'),
      ('Files', 'discharged', 'UV-0', '315', 'act', k.discharged_at - interval '2 hours', s.port_of_discharge, k.discharged_at),
      ('Files', 'discharged', 'UV', '315', 'act', k.discharged_at, s.port_of_discharge, k.discharged_at + interval '3 hours'),
      ('Files', 'customs-released', 'CT', '315', 'act', k.discharged_at + interval '8 hours', s.port_of_discharge, k.discharged_at + interval '9 hours')
    ) x (feed, milestone, code, type, classifier, at, place, stated)
  where s.status in ('departed', 'arrived') and x.at <= $1::timestamptz + interval '60 days' and x.stated <= $1::timestamptz`

/** About nothing that is known: a box of nobody, a bill with a slip of the pen, a vessel alone. */
const UNKNOWN = `
  select 'U-' || n as key, feed, null::int as sailing_id, null::int as container_id, container, milestone, code, type, 'act' as classifier,
    $1::timestamptz - make_interval(hours => hours) as at, place, imo, vessel, voyage, bill, $1::timestamptz - make_interval(hours => hours - 1) as stated
  from (values
    (1, 'Push', 'MSKU9070323', 'discharged', 'DISC', 'EQUIPMENT', 20, 'USLAX', null, null, null, null),
    (2, 'Mail', null, 'available', 'AV', '315', 9, 'USLAX', null, null, null, 'COSU000000000'),
    (3, 'Pacific Alliance', null, 'arrived', 'ARRI', 'TRANSPORT', 30, 'USLAX', (select imo_number from vessels order by id limit 1),
      (select name from vessels order by id limit 1), '081E', null)
  ) x (n, feed, container, milestone, code, type, hours, place, imo, vessel, voyage, bill)`

const STEPS = [
  // Nobody is asked for the invented addresses.
  `insert into feeds (name, kind, carrier_id, url, next_at, last_ok_at, failures, failing_since, reason, created_at, updated_at) values
    ('Pacific Alliance', 'dcsa-2', (select min(id) from carriers), 'https://api.pacific-alliance.example/v2/events', $1::timestamptz + interval '100 years',
      $1::timestamptz - interval '40 minutes', 0, null, null, $1::timestamptz - interval '90 days', $1::timestamptz - interval '90 days'),
    ('Northern Star', 'dcsa-3', null, 'https://tracking.northern-star.example/v3/events', $1::timestamptz + interval '100 years',
      $1::timestamptz - interval '9 hours', 8, $1::timestamptz - interval '8 hours', 'The answer is no JSON, but text/html', $1::timestamptz - interval '30 days',
      $1::timestamptz - interval '30 days')`,
  `insert into carrier_events (feed_id, external_id, hash, container_number, master_bill, type, code, milestone, classifier, at, zone_assumed, day, day_from, day_to,
    place_code, vessel_imo, vessel, voyage, stated_at, raw, received_at, sailing_id, container_id)
  select f.id, e.key, encode(sha256(convert_to(e.key, 'UTF8')), 'hex'), e.container, nullif(e.bill, ''), e.type, split_part(e.code, '-', 1), e.milestone, e.classifier,
    e.at, false, (e.at at time zone 'UTC')::date, date_trunc('day', e.at), date_trunc('day', e.at) + interval '1 day', e.place, e.imo, e.vessel, e.voyage, e.stated,
    jsonb_build_object('eventID', e.key, 'eventType', e.type, 'eventDateTime', iso_utc(e.at), 'equipmentReference', e.container, 'UNLocationCode', e.place),
    e.stated + interval '12 minutes', e.sailing_id, e.container_id
  from (${SAID} union all ${UNKNOWN}) e join feeds f on f.name = e.feed where e.at is not null order by e.stated, e.key`,
  `update feeds f set last_ok_at = e.at, last_message_at = e.at, last_message = e.raw::text
  from (select distinct on (feed_id) feed_id, received_at as at, raw from carrier_events order by feed_id, received_at desc, id desc) e
  where e.feed_id = f.id and f.failing_since is null`,
  `select restate_carrier_events(array(select id from sailings), array(select id from containers), array(select distinct thing from carrier_events))`,
  'select refresh_attention_of_no_order()',
  `update attention set since = due_at where rule in ('carrier-differs', 'feed-failing')`,
]

/** Fills the feeds of carriers and what they said: about sailings under way and arrived, in every state. */
export async function insertCarrierEvents(client: PoolClient, now: Date): Promise<void> {
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [now] : [])
}
