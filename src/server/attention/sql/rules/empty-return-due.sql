-- The last free day of an empty container that was not returned, from three days before until it is over.
create view attention_empty_return_due as
  select t.concerned_order_id as order_id, 'freeTime:' || t.id as subject, null::smallint as severity, t.due_at,
    jsonb_strip_nulls(jsonb_build_object('clock', t.clock, 'container', t.container_number, 'lastFreeDay', t.last_free_day, 'sailingId', t.sailing_id)) as detail
  from running_free_times t
  where t.clock = 'detention' and t.due_at <= now() + interval '72 hours' and t.over_at > now();
