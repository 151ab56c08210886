-- A quote request becomes a booking with its price; a vessel is no longer asked for once the cargo has left.
create view attention_unconfirmed as
  select o.id as order_id, ''::text as subject, null::smallint as severity, n.due_at, jsonb_build_object('readyAt', iso_utc(c.cargo_ready_at)) as detail
  from orders o left join confirmations c on c.order_id = o.id
    cross join (select (select attention_number('unconfirmed', 'workingDays'))::int as working_days offset 0) v
    -- Steps of their own, so that the functions get columns.
    cross join lateral (select shown_at(o.created_at, (select until from clock), (select offsets from clock)) as shown offset 0) s
    cross join lateral (select weekdays_later(s.shown, v.working_days) as shown offset 0) l
    cross join lateral (select (case
      when c.cargo_ready_at is not null then c.cargo_ready_at - (select attention_number('unconfirmed', 'readyDays')) * interval '24 hours'
      else instant_of(l.shown, (select walls from clock), (select offsets from clock)) end)::timestamptz(3) as due_at) n
  where c.vessel_id is null and o.estimated_transportation is not null and (o.last_milestone is null or o.last_milestone < 'departed')
    and n.due_at <= now() and o.status = 0 and o.deleted_at is null;
