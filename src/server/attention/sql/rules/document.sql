-- Missing papers that are due within some hours before a cut-off, a setting.
create view attention_document as
  select p.order_id, p.id::text as subject, null::smallint as severity, p.due_at,
    jsonb_strip_nulls(jsonb_build_object('requirementId', p.id, 'name', p.name, 'supplier', p.supplier, 'state', p.state,
      -- Who is asked for it, so that the papers of a client are asked for in one go.
      'clientId', case when p.supplier in ('client', 'shipper') then o.user_id end)) as detail
  from order_requirements p join orders o on o.id = p.order_id
  where p.mandatory and not p.no_longer_asked and p.state in ('open', 'requested', 'rejected')
    and p.due_at <= now() + (select cut_off_hours from attention_values) * interval '1 hour'
    and o.status = 0 and o.deleted_at is null;
