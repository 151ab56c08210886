-- Departures and arrivals are days, stored as 00:00 UTC: one has passed when the day is over.
create view attention_not_departed as
  select c.order_id, ''::text as subject, null::smallint as severity, c.estimated_time_of_departure_at as due_at,
    jsonb_strip_nulls(jsonb_build_object('sailingId', (select sailing_id from loadings where order_id = c.order_id))) as detail
  from confirmations c join orders o on o.id = c.order_id
  where c.actual_time_of_departure_at is null and c.estimated_time_of_departure_at <= now() - interval '24 hours'
    and (o.last_milestone is null or o.last_milestone < 'departed') and o.status = 0 and o.deleted_at is null;
