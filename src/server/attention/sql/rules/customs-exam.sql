-- The last customs exam, until customs release the cargo or it is on its way to the client. Dates of entries
-- count, not when they were entered: an exam entered after the release is over all the same. Of two entries
-- of the same minute, the later entered one is later.
create view attention_customs_exam as
  select e.order_id, ''::text as subject, null::smallint as severity, e.date as due_at, jsonb_build_object('event', e.event_name) as detail
  from order_events e join orders o on o.id = e.order_id
  where e.milestone = 'customs-exam' and e.withdrawn_at is null and o.status = 0 and o.deleted_at is null
    and not exists (select from order_events later where later.order_id = e.order_id and later.withdrawn_at is null
      and (later.date, later.id) > (e.date, e.id)
      and later.milestone in ('customs-exam', 'customs-released', 'available', 'out-for-delivery', 'delivered'));
