create view attention_client_document as
  select d.order_id, ''::text as subject, null::smallint as severity, d.due_at,
    jsonb_build_object('count', d.n, 'name', d.name) as detail
  from (
    select order_id, min(created_at) as due_at, count(*) as n, (array_agg(name order by created_at, id))[1] as name
    from documents where opened_at is null and order_id is not null group by order_id
  ) d join orders o on o.id = d.order_id
  where o.status = 0 and o.deleted_at is null;
