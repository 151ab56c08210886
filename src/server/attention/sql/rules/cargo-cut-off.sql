-- Loadings are looked up for the few orders whose cargo is not known to be here, not read as a whole.
create view attention_cargo_cut_off as
  select c.order_id, ''::text as subject, null::smallint as severity, c.cargo_cut_off_at as due_at,
    jsonb_strip_nulls(jsonb_build_object('sailingId', (select sailing_id from loadings where order_id = c.order_id))) as detail
  from confirmations c join orders o on o.id = c.order_id
  where c.cargo_cut_off_at <= now() + (select cut_off_hours from attention_values) * interval '1 hour'
    and (o.last_milestone is null or o.last_milestone < 'received') and o.status = 0 and o.deleted_at is null
    and (select received_at from loadings where order_id = c.order_id) is null;
