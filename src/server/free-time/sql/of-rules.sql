-- Running clocks follow their rules and the holidays at their places; those that have ended stay as they were. Whoever
-- changes a container meanwhile waits, and counts by the new rules.
create function free_times_of_rules() returns trigger language plpgsql as $$
declare
  rules free_time_rules[];
begin
  perform pg_advisory_xact_lock(6201032);
  if tg_op = 'DELETE' then rules := array(select r from old_rows r);
  elsif tg_op = 'INSERT' then rules := array(select r from new_rows r);
  else
    -- Names, sources and tiers move no clock.
    select array_agg(r.both) into rules from old_rows o join new_rows n on n.id = o.id
      cross join lateral (select o::free_time_rules as both union all select n::free_time_rules) r
    where (n.carrier_id, n.place_id, n.port, n.size_type, n.clock, n.days, n.unit, n.first_day, n.start_basis, n.valid_from, n.valid_to)
      is distinct from (o.carrier_id, o.place_id, o.port, o.size_type, o.clock, o.days, o.unit, o.first_day, o.start_basis, o.valid_from, o.valid_to);
  end if;
  perform keep_free_times(
    array(select k.id from containers k
        left join loadings l on l.order_id = k.order_id
        left join sailings s on s.id = coalesce(k.sailing_id, l.sailing_id)
        left join confirmations c on c.order_id = k.order_id
      where (k.discharged_at is not null or k.available_at is not null or k.gated_out_at is not null)
        and (k.gated_out_at is null or k.returned_at is null)
        and exists (select from unnest(rules) r where r.clock in ('demurrage', 'rail', 'detention')
          and case r.clock when 'detention' then k.returned_at else k.gated_out_at end is null
          and (r.place_id is null or r.place_id = k.terminal_place_id) and (r.size_type is null or r.size_type = k.size_type)
          and (r.carrier_id is null or r.carrier_id = s.carrier_id)
          and (r.port is null or r.port = coalesce(s.port_of_discharge, c.port_of_discharge)))),
    array(select e.order_id from order_events e
        left join loadings l on l.order_id = e.order_id left join sailings s on s.id = l.sailing_id
      where e.milestone = 'stripped' and e.withdrawn_at is null
        and exists (select from unnest(rules) r where r.clock = 'storage' and (r.place_id is null or r.place_id = s.destination_place_id))
        and not exists (select from order_events d where d.order_id = e.order_id and d.milestone in ('out-for-delivery', 'delivered') and d.withdrawn_at is null)));
  -- Items name what the days cost.
  if tg_op = 'UPDATE' then
    perform refresh_free_time_items(array(select f.id from free_times f join new_rows n on n.id = f.rule_id where f.ended_on is null));
  end if;
  return null;
end $$;

create trigger free_time_rules_clocks_insert after insert on free_time_rules referencing new table as new_rows
  for each statement execute function free_times_of_rules();
create trigger free_time_rules_clocks_update after update on free_time_rules referencing old table as old_rows new table as new_rows
  for each statement execute function free_times_of_rules();
create trigger free_time_rules_clocks_delete after delete on free_time_rules referencing old table as old_rows
  for each statement execute function free_times_of_rules();

create function free_times_of_holidays() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(6201032);
  perform keep_free_times(
    array(select distinct container_id from free_times where ended_on is null and unit = 'working' and container_id is not null),
    array(select order_id from free_times where ended_on is null and unit = 'working' and order_id is not null));
  return null;
end $$;

create trigger holidays_clocks after insert or update or delete on holidays
  for each statement execute function free_times_of_holidays();
