-- The day that starts a clock, by what its rule counts from. Nothing tells the day of the others: a person does.
create function start_by(basis text, discharged date, available date, gated_out date, stripped date)
returns date language sql immutable parallel safe as $$
  select case basis when 'discharged' then discharged when 'available' then available when 'gated-out' then gated_out
    when 'stripped' then stripped end
$$;

-- The first day of an order's entries with one of these milestones, in a zone.
create function first_entry_day(of_order integer, of_milestones milestone[], of_zone text) returns date language sql stable as $$
  select day_in(min(e.date), of_zone) from order_events e
  where e.order_id = of_order and e.milestone = any(of_milestones) and e.withdrawn_at is null
$$;

-- Every clock that a container or an LCL order can have: where it runs, what decides about its rule, and what has
-- happened, in days at the place. Rail is counted at rail terminals only, unless somebody sets it.
create view clock_facts as
  select k.id as container_id, null::integer as order_id, every.clock, every.clock <> 'rail' or p.kind is not distinct from 'rail' as by_rule,
    k.size_type, p.id as place_id, p.time_zone as zone, coalesce(nullif(p.country, ''), country_of_place(at.port)) as country,
    coalesce(p.region, '') as region, s.carrier_id, at.port,
    d.discharged, d.available, d.gated_out, null::date as stripped,
    case every.clock when 'detention' then d.returned else d.gated_out end as ended_on,
    case every.clock when 'detention' then 'returned' else 'gated-out' end as end_basis
  from containers k
    left join loadings l on l.order_id = k.order_id
    left join sailings s on s.id = coalesce(k.sailing_id, l.sailing_id)
    left join confirmations c on c.order_id = k.order_id
    left join places p on p.id = k.terminal_place_id
    cross join lateral (select coalesce(s.port_of_discharge, nullif(c.port_of_discharge, '')) as port) at
    cross join lateral clock_in(p.time_zone) z
    cross join lateral (select shown_at(k.discharged_at, z.until, z.offsets)::date as discharged,
      shown_at(k.available_at, z.until, z.offsets)::date as available, shown_at(k.gated_out_at, z.until, z.offsets)::date as gated_out,
      shown_at(k.returned_at, z.until, z.offsets)::date as returned offset 0) d
    cross join (values ('demurrage'), ('detention'), ('rail')) every (clock)
  union all
  select null, o.id, 'storage', true, null, p.id, p.time_zone, coalesce(nullif(p.country, ''), country_of_place(at.port)),
    coalesce(p.region, ''), s.carrier_id, at.port,
    null, null, null, first_entry_day(o.id, '{stripped}', p.time_zone), d.ended_on,
    case when d.ended_on = first_entry_day(o.id, '{out-for-delivery}', p.time_zone) then 'out-for-delivery' else 'delivered' end
  from orders o
    left join loadings l on l.order_id = o.id
    left join sailings s on s.id = l.sailing_id
    left join confirmations c on c.order_id = o.id
    left join places p on p.id = s.destination_place_id
    cross join lateral (select coalesce(s.port_of_discharge, nullif(c.port_of_discharge, '')) as port) at
    cross join lateral (select first_entry_day(o.id, '{out-for-delivery,delivered}', p.time_zone) as ended_on offset 0) d
  where o.transportation_mode = 0;
