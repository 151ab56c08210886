-- Customs have released the cargo for a day, and something else is still missing.
create view attention_release_missing as
  select r.order_id, ''::text as subject, null::smallint as severity, (r.customs_released_at + interval '24 hours')::timestamptz(3) as due_at,
    jsonb_build_object('missing', r.missing) as detail
  from release_legs r join orders o on o.id = r.order_id
  where r.released_at is null and r.customs_released_at <= now() - interval '24 hours' and r.missing <> '[]'
    and o.status = 0 and o.deleted_at is null;
