-- The sailing and container that an event is about, by its container, else its bill, else its booking, on a day within
-- 60 days of the voyage; no row for none. Of several voyages the last that departed by then; of milestones up to the
-- departure (`early`) the one that departs nearest.
create function match_carrier_event(container text, bill text, booking_number text, on_day date, early boolean)
returns table (sailing_id integer, container_id integer) language sql stable as $$
  select f.sailing_id, coalesce(f.container_id, case when container is null then (
    select case when count(*) = 1 then min(k.id) end from containers k where k.sailing_id = f.sailing_id) end)
  from (
    select 1 as step, t.sailing_id, t.container_id, t.begins, t.ends from (
      select s.id as sailing_id, k.id as container_id,
        (coalesce(s.atd, s.etd, s.port_ata, s.port_eta, c.actual_time_of_departure_at, c.estimated_time_of_departure_at,
          c.port_actual_time_of_arrival_at, c.port_estimated_time_of_arrival_at) at time zone 'UTC')::date as begins,
        (coalesce(s.port_ata, s.port_eta, s.atd, s.etd, c.port_actual_time_of_arrival_at, c.port_estimated_time_of_arrival_at,
          c.actual_time_of_departure_at, c.estimated_time_of_departure_at) at time zone 'UTC')::date as ends
      from containers k
        left join orders o on o.id = k.order_id
        left join loadings l on l.order_id = k.order_id
        left join sailings s on s.id = coalesce(k.sailing_id, l.sailing_id)
        left join confirmations c on c.order_id = k.order_id and s.id is null
      -- The index is of numbers that are there, which nothing says of a number that is a parameter.
      where k.number = container and k.number <> '' and s.status is distinct from 'cancelled' and o.deleted_at is null and o.status is distinct from 1
    ) t
    union all
    select v.step, s.id, null, (coalesce(s.atd, s.etd, s.port_ata, s.port_eta) at time zone 'UTC')::date,
      (coalesce(s.port_ata, s.port_eta, s.atd, s.etd) at time zone 'UTC')::date
    from (values (2, carrier_code(bill)), (3, carrier_code(booking_number))) v (step, code), lateral (
      select * from sailings b where v.step = 2 and v.code <> '' and b.master_bill <> ''
        and upper(regexp_replace(b.master_bill collate "C", '[^A-Za-z0-9]', '', 'g')) = v.code
      union all
      select * from sailings b where v.step = 3 and v.code <> '' and b.carrier_booking <> ''
        and upper(regexp_replace(b.carrier_booking collate "C", '[^A-Za-z0-9]', '', 'g')) = v.code
    ) s
    where s.status <> 'cancelled'
  ) f
  where on_day between f.begins - 60 and f.ends + 60
  order by f.step, not early and f.begins > on_day, abs(f.begins - on_day), f.sailing_id desc nulls last, f.container_id
  limit 1
$$;
