-- Shipments at sea may be quiet for longer; delivered ones have nothing left to say, and are completed all at
-- once.
create view attention_quiet as
  select o.id as order_id, ''::text as subject, null::smallint as severity,
    (coalesce(o.last_event_time, o.created_at) + n.days * interval '24 hours')::timestamptz(3) as due_at,
    jsonb_build_object('event', o.last_event_name, 'at', iso_utc(coalesce(o.last_event_time, o.created_at))) as detail
  from orders o cross join lateral (select case
      when o.last_milestone >= 'departed' and o.last_milestone < 'arrived' then (select attention_number('quiet', 'afloatDays'))
      else (select quiet_days from attention_values) end as days) n
  where coalesce(o.last_event_time, o.created_at)
      <= now() - least((select attention_number('quiet', 'afloatDays')), (select quiet_days from attention_values)) * interval '24 hours'
    and coalesce(o.last_event_time, o.created_at) <= now() - n.days * interval '24 hours'
    and o.last_milestone is distinct from 'delivered' and o.status = 0 and o.deleted_at is null;
