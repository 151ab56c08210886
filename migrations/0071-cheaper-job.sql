-- The job reads exams and bookings without a vessel for all orders in progress: half of its time the first time after a start of
-- the database, when nothing is in memory.

-- With all that its rule shows: it reads the index alone.
drop index order_events_exam;
create index order_events_exam on order_events (order_id, id) include (date, event_name)
  where milestone = 'customs-exam' and withdrawn_at is null;

-- The same as in 0028, in this zone, and without counting the days one by one: from a weekend it counts as from its Friday.
-- One expression, which the planner puts into the query, as long as what it is given are columns.
create function after_working_days(at timestamptz, days integer, zone text) returns timestamptz language sql stable as $$
  select case when days <= 0 then at else (at at time zone zone + (days
    + (least(extract(isodow from at at time zone zone)::int, 5) - 1 + days) / 5 * 2
    - greatest(extract(isodow from at at time zone zone)::int - 5, 0)) * interval '1 day') at time zone zone end
$$;

create or replace view attention_unconfirmed as
  select o.id as order_id, ''::text as subject, null::smallint as severity, n.due_at, jsonb_build_object('readyAt', iso_utc(c.cargo_ready_at)) as detail
  from orders o left join confirmations c on c.order_id = o.id
    cross join (select (select time_zone from attention_values) as zone,
      (select attention_number('unconfirmed', 'workingDays'))::int as working_days offset 0) v
    cross join lateral (select (case
      when c.cargo_ready_at is not null then c.cargo_ready_at - (select attention_number('unconfirmed', 'readyDays')) * interval '24 hours'
      else after_working_days(o.created_at, v.working_days, v.zone) end)::timestamptz(3) as due_at) n
  where c.vessel_id is null and o.estimated_transportation is not null and (o.last_milestone is null or o.last_milestone < 'departed')
    and n.due_at <= now() and o.status = 0 and o.deleted_at is null;

drop function after_working_days(timestamptz, integer);

-- The same as in 0028: loadings are looked up for the few orders whose cargo is not known to be here, not read as a whole.
create or replace view attention_cargo_cut_off as
  select c.order_id, ''::text as subject, null::smallint as severity, c.cargo_cut_off_at as due_at, '{}'::jsonb as detail
  from confirmations c join orders o on o.id = c.order_id
  where c.cargo_cut_off_at <= now() + (select cut_off_hours from attention_values) * interval '1 hour'
    and (o.last_milestone is null or o.last_milestone < 'received') and o.status = 0 and o.deleted_at is null
    and (select received_at from loadings where order_id = c.order_id) is null;
