create view attention_quote_waiting as
  select o.id as order_id, ''::text as subject, null::smallint as severity,
    after_working_hours(o.created_at, (select attention_number('quote-waiting', 'hours')))::timestamptz(3) as due_at, '{}'::jsonb as detail
  from orders o
  where o.transportation_mode = 1 and o.estimated_transportation is null and o.status = 0 and o.deleted_at is null;
