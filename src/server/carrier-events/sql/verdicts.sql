-- What we say about the field of an event: a date of its sailing or a time of its container. A single expression, which the
-- planner inlines.
create function carrier_said_value(field text, etd timestamptz, port_eta timestamptz, atd timestamptz, port_ata timestamptz,
  discharged_at timestamptz, available_at timestamptz, gated_out_at timestamptz, returned_at timestamptz) returns timestamptz language sql immutable as $$
  select case field when 'etd' then etd when 'portEta' then port_eta when 'atd' then atd when 'portAta' then port_ata
    when 'dischargedAt' then discharged_at when 'availableAt' then available_at when 'gatedOutAt' then gated_out_at when 'returnedAt' then returned_at end
$$;

-- A code of ours as carriers write it: letters and digits in upper case.
create function carrier_code(value text) returns text language sql immutable parallel safe as $$
  select upper(regexp_replace(value collate "C", '[^A-Za-z0-9]', '', 'g'))
$$;

-- What the events of these sailings, containers and things are worth, whatever our values say: those that count are
-- compared with them. Of one thing the newest counts, of one id of a feed too, and a retracted one never does.
create function carrier_verdicts(of_sailings integer[], of_containers integer[], of_things text[])
returns table (id integer, verdict text, reason text) language sql stable as $$
  with ranked as (
    select e.id, e.feed_id, e.external_id, e.hash, e.thing, e.field, e.milestone, e.classifier, e.day_from, e.at, e.stated_at, e.place_code,
      e.container_number, e.booking, e.master_bill, e.sailing_id, e.container_id, e.decided, e.decided_reason,
      exists (select from carrier_retractions r where r.feed_id = e.feed_id and r.external_id = e.external_id and r.stated_until >= e.stated_at) as retracted,
      exists (select from carrier_events n where n.feed_id = e.feed_id and n.external_id = e.external_id and n.stated_at > e.stated_at) as corrected
    from carrier_events e
    where e.sailing_id = any(of_sailings) or e.container_id = any(of_containers) or e.thing = any(of_things)
  ), placed as (
    select r.*, row_number() over (partition by thing, retracted or corrected
      order by stated_at desc, at desc, hash desc, feed_id desc, external_id desc nulls last, r.id desc) as place
    from ranked r
  )
  select p.id, v.words[1], v.words[2]
  from placed p
    left join sailings s on s.id = p.sailing_id
    left join containers k on k.id = p.container_id
    left join confirmations c on c.order_id = k.order_id and p.sailing_id is null
    cross join lateral (select carrier_code(case
      when p.field in ('etd', 'atd') then coalesce(s.port_of_loading, c.port_of_loading)
      when p.field in ('portEta', 'portAta', 'dischargedAt') then coalesce(s.port_of_discharge, c.port_of_discharge) end) as code) port
    cross join lateral (select case
      when p.retracted then array['superseded', 'Retracted']
      when p.corrected or p.place > 1 then array['superseded', 'A newer statement counts']
      when p.decided = 'ignored' then array['ignored', coalesce(nullif(p.decided_reason, ''), 'By hand')]
      when p.sailing_id is null and p.container_id is null then array['unmatched', case
        when coalesce(p.container_number, p.master_bill, p.booking) is null then 'It names no container, bill or booking'
        else 'No sailing of ours at that time' end]
      when p.field is null then array['ignored', case
        when p.classifier = 'pln' then 'Only planned'
        when p.classifier = 'est' then 'Only expected'
        when p.milestone is null then 'Nothing that we keep'
        else 'A milestone that we do not keep' end]
      when port.code <> '' and port.code <> p.place_code then array['ignored', 'Another port']
      when p.field in ('etd', 'portEta', 'atd', 'portAta') and p.sailing_id is null then array['ignored', 'The order is on no sailing']
      when p.field not in ('etd', 'portEta', 'atd', 'portAta') and p.container_id is null then array['proposed', case
        when p.container_number is null then 'It names no container' else 'The sailing has no such container' end]
      when p.classifier = 'act' and p.day_from > now() then array['proposed', 'In the future']
      when s.status = 'cancelled' then array['proposed', 'The sailing is cancelled']
      else array['counts', ''] end as words) v
$$;

-- Brings the states of these events up to date with what they are worth and with what we say.
create function restate_carrier_events(of_sailings integer[], of_containers integer[], of_things text[]) returns void language sql as $$
  update carrier_events e set state = n.state, reason = n.reason
  from (
    select e.id,
      case when v.verdict <> 'counts' then v.verdict
        when e.classifier = 'est' then case when same.it then 'ignored' else 'proposed' end
        else case when same.it then 'applied' else 'proposed' end end as state,
      case when v.verdict <> 'counts' then v.reason
        when same.it then case when e.classifier = 'est' then 'Says what we say' else '' end
        when ours.it is null then 'We have no date' else 'We say otherwise' end as reason
    from carrier_verdicts(of_sailings, of_containers, of_things) v
      join carrier_events e on e.id = v.id
      left join sailings s on s.id = e.sailing_id
      left join containers k on k.id = e.container_id
      cross join lateral (select carrier_said_value(e.field, s.etd, s.port_eta, s.atd, s.port_ata, k.discharged_at, k.available_at, k.gated_out_at, k.returned_at) as it) ours
      cross join lateral (select coalesce(case
        when e.field in ('etd', 'portEta', 'atd', 'portAta') then (ours.it at time zone 'UTC')::date = e.day
        else ours.it >= e.day_from and ours.it < e.day_to end, false) as it) same
  ) n
  where e.id = n.id and (e.state, e.reason) is distinct from (n.state, n.reason)
$$;

-- The newest statement about each date of a sailing, where it still matters, beside what we say.
create view carrier_says as
  select distinct on (e.sailing_id, e.field) e.sailing_id, e.field, e.state, e.day, ours.it as ours,
    e.day - (ours.it at time zone 'UTC')::date as days, e.id as event_id, e.received_at
  from carrier_events e join sailings s on s.id = e.sailing_id
    cross join lateral (select case e.field when 'etd' then s.etd when 'portEta' then s.port_eta when 'atd' then s.atd else s.port_ata end as it) ours
  where e.sailing_id is not null and e.field in ('etd', 'portEta', 'atd', 'portAta')
    and (e.state in ('applied', 'proposed') or (e.state = 'ignored' and e.reason = 'Says what we say'))
    -- What was expected no longer matters once it has happened.
    and (e.field <> 'etd' or s.atd is null) and (e.field <> 'portEta' or s.port_ata is null)
  order by e.sailing_id, e.field, e.stated_at desc, e.at desc, e.hash desc, e.id desc;
