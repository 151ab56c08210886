-- The last free day at a terminal, a rail terminal or a CFS, from three days before until it is over.
create view attention_free_time_ends as
  select t.concerned_order_id as order_id, 'freeTime:' || t.id as subject,
    case when t.due_at <= now() + interval '24 hours' then 3::smallint end as severity, t.due_at,
    jsonb_strip_nulls(jsonb_build_object('clock', t.clock, 'container', t.container_number, 'lastFreeDay', t.last_free_day, 'sailingId', t.sailing_id)) as detail
  from running_free_times t
  where t.clock <> 'detention' and t.due_at <= now() + interval '72 hours' and t.over_at > now();
