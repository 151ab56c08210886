-- A quote request becomes a booking with its price; a vessel is no longer asked for once the cargo has left.
create view attention_unconfirmed as
  select o.id as order_id, ''::text as subject, null::smallint as severity, n.due_at, jsonb_build_object('readyAt', iso_utc(c.cargo_ready_at)) as detail
  from orders o left join confirmations c on c.order_id = o.id
    cross join (select (select time_zone from attention_values) as zone,
      (select attention_number('unconfirmed', 'workingDays'))::int as working_days offset 0) v
    cross join lateral (select (case
      when c.cargo_ready_at is not null then c.cargo_ready_at - (select attention_number('unconfirmed', 'readyDays')) * interval '24 hours'
      else after_working_days(o.created_at, v.working_days, v.zone) end)::timestamptz(3) as due_at) n
  where c.vessel_id is null and o.estimated_transportation is not null and (o.last_milestone is null or o.last_milestone < 'departed')
    and n.due_at <= now() and o.status = 0 and o.deleted_at is null;
