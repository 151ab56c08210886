create view attention_not_arrived as
  select c.order_id, ''::text as subject, null::smallint as severity, c.port_estimated_time_of_arrival_at as due_at,
    jsonb_strip_nulls(jsonb_build_object('sailingId', (select sailing_id from loadings where order_id = c.order_id))) as detail
  from confirmations c join orders o on o.id = c.order_id
  where c.port_actual_time_of_arrival_at is null and c.port_estimated_time_of_arrival_at <= now() - interval '24 hours'
    and (o.last_milestone is null or o.last_milestone < 'arrived') and o.status = 0 and o.deleted_at is null;
