-- Names are inserted in one order, so that two transactions with the same new names wait for each other only
-- once.
create function keep_order_names(names text[]) returns void language sql as $$
  insert into order_names select distinct n from unnest(names) n
  where not exists (select from order_names k where k.term = n collate "C") order by n
  on conflict do nothing
$$;

create function orders_terms_inserted() returns trigger language plpgsql as $$
begin
  perform keep_order_names(array(
    select distinct '=' || search_term(v.name) from new_rows o, lateral (values (o.company_name_shipper), (o.company_name)) v (name)
    where search_term(v.name) <> ''
  ));
  insert into order_terms (term, kind, order_id)
  select t.term, t.kind, o.id
  from new_rows o, own_terms(o.tracking_code, o.shipment_purchase, o.suppliers_invoice_number, o.other_reference_used,
    o.amazon_ref_id, o.shipment_id, o.email, o.phone,
    o.company_name_shipper, o.company_name) t
  where o.deleted_at is null;
  return null;
end $$;

create trigger orders_terms_insert after insert on orders referencing new table as new_rows
  for each statement execute function orders_terms_inserted();

-- Only the terms of changed fields are replaced: each kind comes from one field. Planned once per connection:
-- planned at each change for its values, it took five times as long as the change of the terms.
create function orders_terms_updated() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if (old.company_name_shipper, old.company_name) is distinct from (new.company_name_shipper, new.company_name) then
    perform keep_order_names(array(
      select '=' || search_term(v.name) from (values (nullif(new.company_name_shipper, old.company_name_shipper)),
        (nullif(new.company_name, old.company_name))) v (name)
      where search_term(v.name) <> ''
    ));
  end if;
  with old_terms as materialized (
    select t.term, t.kind from own_terms(nullif(old.tracking_code, new.tracking_code), nullif(old.shipment_purchase, new.shipment_purchase),
      nullif(old.suppliers_invoice_number, new.suppliers_invoice_number), nullif(old.other_reference_used, new.other_reference_used),
      nullif(old.amazon_ref_id, new.amazon_ref_id), nullif(old.shipment_id, new.shipment_id), nullif(old.email, new.email),
      nullif(old.phone, new.phone), nullif(old.company_name_shipper, new.company_name_shipper), nullif(old.company_name, new.company_name)) t
  ), new_terms as materialized (
    select t.term, t.kind from own_terms(nullif(new.tracking_code, old.tracking_code), nullif(new.shipment_purchase, old.shipment_purchase),
      nullif(new.suppliers_invoice_number, old.suppliers_invoice_number), nullif(new.other_reference_used, old.other_reference_used),
      nullif(new.amazon_ref_id, old.amazon_ref_id), nullif(new.shipment_id, old.shipment_id), nullif(new.email, old.email),
      nullif(new.phone, old.phone), nullif(new.company_name_shipper, old.company_name_shipper), nullif(new.company_name, old.company_name)) t
  ), gone as (
    delete from order_terms t using (select * from old_terms except select * from new_terms) o
    where t.term = o.term and t.kind = o.kind and t.order_id = new.id
  )
  insert into order_terms (term, kind, order_id)
  select n.term, n.kind, new.id from (select * from new_terms except select * from old_terms) n
  on conflict do nothing;
  return null;
end $$;

create trigger orders_terms_update
  after update of hash_sum, custom_code, shipment_purchase, suppliers_invoice_number, other_reference_used, amazon_ref_id,
    shipment_id, email, phone, company_name_shipper, company_name on orders
  for each row when (
    old.deleted_at is null and new.deleted_at is null and
    (old.hash_sum, old.custom_code, old.shipment_purchase, old.suppliers_invoice_number, old.other_reference_used,
      old.amazon_ref_id, old.shipment_id, old.email, old.phone, old.company_name_shipper, old.company_name)
    is distinct from
    (new.hash_sum, new.custom_code, new.shipment_purchase, new.suppliers_invoice_number, new.other_reference_used,
      new.amazon_ref_id, new.shipment_id, new.email, new.phone, new.company_name_shipper, new.company_name)
  ) execute function orders_terms_updated();

create function orders_terms_deleted() returns trigger language plpgsql as $$
begin
  delete from order_terms t using old_rows o where t.order_id = o.id;
  return null;
end $$;

create trigger orders_terms_delete after delete on orders referencing old table as old_rows
  for each statement execute function orders_terms_deleted();

create function orders_terms_truncated() returns trigger language plpgsql as $$
begin
  delete from order_terms;
  return null;
end $$;

create trigger orders_terms_truncate after truncate on orders
  for each statement execute function orders_terms_truncated();

create function order_terms_deleted_or_restored() returns trigger language plpgsql as $$
begin
  delete from order_terms where order_id = new.id;
  if new.deleted_at is null then
    perform keep_order_names(array(
      select '=' || search_term(v.name) from (values (new.company_name_shipper), (new.company_name)) v (name)
      where search_term(v.name) <> ''
    ));
    insert into order_terms (term, kind, order_id)
    select t.term, t.kind, new.id
    from own_terms(new.tracking_code, new.shipment_purchase, new.suppliers_invoice_number, new.other_reference_used,
      new.amazon_ref_id, new.shipment_id, new.email, new.phone, new.company_name_shipper, new.company_name) t;
    perform refresh_loaded_terms(array[new.id]);
  end if;
  return null;
end $$;

create trigger orders_terms_live after update of deleted_at on orders
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function order_terms_deleted_or_restored();
