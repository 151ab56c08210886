-- Clocks as they should be, beside those that are there. A clock that nobody set by hand follows its rule: the most
-- specific one that fits, and that is valid on the day of the start. While that day is unknown, the rule is chosen by
-- the last day that is known, so that no other rule takes its place meanwhile.
create view wanted_free_times as
  select x.container_id, x.order_id, x.clock, f.id,
    w.start_basis, w.starts_on, w.days, w.unit, w.first_day,
    case when w.by_hand and f.set_free_day is not null then f.set_free_day
      else last_free_day(w.starts_on, w.days, w.unit, w.first_day, x.country, x.region) end as computed_free_day,
    case when w.by_hand then 'staff' when w.has_rule then 'rule' else coalesce(f.said_by, 'staff') end as source,
    case when w.by_hand or w.has_rule then r.id end as rule_id,
    case when f.end_basis = 'by-hand' then f.ended_on else x.ended_on end as ended_on,
    case when f.end_basis = 'by-hand' then f.end_basis when x.ended_on is not null then x.end_basis end as end_basis,
    w.by_hand or w.has_rule or f.said_free_day is not null or f.end_basis is not distinct from 'by-hand' or f.note <> '' as stays
  from clock_facts x
    left join lateral (
      select * from free_times t where t.container_id = x.container_id and t.clock = x.clock
      union all select * from free_times t where t.order_id = x.order_id and t.clock = x.clock
    ) f on true
    left join lateral (
      select r.* from free_time_rules r
        cross join lateral (select case when f.by_hand then coalesce(f.starts_on, f.computed_free_day)
          else start_by(r.start_basis, x.discharged, x.available, x.gated_out, x.stripped) end as day) start
        cross join lateral (select coalesce(start.day, greatest(x.discharged, x.available, x.gated_out, x.stripped)) as day) counts
      where r.clock = x.clock and (x.by_rule or f.by_hand)
        and (r.place_id is null or r.place_id = x.place_id) and (r.port is null or r.port = x.port)
        and (r.carrier_id is null or r.carrier_id = x.carrier_id) and (r.size_type is null or r.size_type = x.size_type)
        and counts.day >= r.valid_from and (r.valid_to is null or counts.day <= r.valid_to)
      order by r.place_id is null, r.port is null, r.carrier_id is null, r.size_type is null, r.valid_from desc, r.id desc
      limit 1
    ) r on true
    cross join lateral (select coalesce(f.by_hand, false) as by_hand,
      start_by(r.start_basis, x.discharged, x.available, x.gated_out, x.stripped) as starts_on offset 0) given
    cross join lateral (select given.by_hand, not given.by_hand and given.starts_on is not null as has_rule offset 0) h
    cross join lateral (select h.by_hand, h.has_rule,
      case when h.by_hand then f.start_basis when h.has_rule then r.start_basis else 'by-hand' end as start_basis,
      case when h.by_hand then coalesce(f.starts_on, start_by(f.start_basis, x.discharged, x.available, x.gated_out, x.stripped))
        when h.has_rule then given.starts_on end as starts_on,
      case when h.by_hand then f.days when h.has_rule then r.days end as days,
      case when h.by_hand then f.unit when h.has_rule then r.unit else 'calendar' end as unit,
      case when h.by_hand then f.first_day when h.has_rule then r.first_day else 'next' end as first_day offset 0) w;

-- Brings the clocks of these containers and orders up to date. Rules and holidays are held still meanwhile
-- (of-rules.sql), and of two changes at once the later one sees what the earlier one wrote.
create function keep_free_times(of_containers integer[], of_orders integer[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  if cardinality(of_containers) + cardinality(of_orders) = 0 then return; end if;
  perform pg_advisory_xact_lock_shared(6201032);
  perform from orders where id = any(of_orders) order by id for no key update;
  perform from containers where id = any(of_containers) order by id for no key update;
  with wanted as materialized (
    select * from wanted_free_times where container_id = any(of_containers)
    union all select * from wanted_free_times where order_id = any(of_orders)
  ), gone as (
    delete from free_times f using wanted w where f.id = w.id and not w.stays
  ), changed as (
    update free_times f set (start_basis, starts_on, days, unit, first_day, computed_free_day, source, rule_id, ended_on, end_basis)
      = row (w.start_basis, w.starts_on, w.days, w.unit, w.first_day, w.computed_free_day, w.source, w.rule_id, w.ended_on, w.end_basis),
      updated_at = next_version(f.updated_at)
    from wanted w
    where f.id = w.id and w.stays
      and (f.start_basis, f.starts_on, f.days, f.unit, f.first_day, f.computed_free_day, f.source, f.rule_id, f.ended_on, f.end_basis)
      is distinct from
      (w.start_basis, w.starts_on, w.days, w.unit, w.first_day, w.computed_free_day, w.source, w.rule_id, w.ended_on, w.end_basis)
  )
  insert into free_times (container_id, order_id, clock, start_basis, starts_on, days, unit, first_day, computed_free_day,
    source, rule_id, ended_on, end_basis)
  select w.container_id, w.order_id, w.clock, w.start_basis, w.starts_on, w.days, w.unit, w.first_day, w.computed_free_day,
    w.source, w.rule_id, w.ended_on, w.end_basis
  from wanted w where w.id is null and w.stays;
end $$;
