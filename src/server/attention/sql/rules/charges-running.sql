-- Clocks whose free days are over, with what they have cost so far; null where nobody knows.
create view attention_charges_running as
  select t.concerned_order_id as order_id, 'freeTime:' || t.id as subject, null::smallint as severity, t.over_at as due_at,
    jsonb_build_object('clock', t.clock, 'container', t.container_number, 'lastFreeDay', t.last_free_day,
      'amount', t.accrued, 'currency', t.currency, 'perDay', t.per_day) || jsonb_strip_nulls(jsonb_build_object('sailingId', t.sailing_id)) as detail
  from running_free_times t
  where t.over_at <= now();
