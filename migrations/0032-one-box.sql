-- The numbers that an order is asked for by, in the form in which they are compared: NFKC, upper case, letters and digits only.
-- The one place of this rule; searches send what was typed through it too.
create function search_term(value text) returns text language sql immutable strict parallel safe
  return left(regexp_replace(upper(normalize(value, nfkc) collate names), '[^[:alnum:]]', '', 'g'), 64) collate "C";

create table order_terms (
  term text collate "C" not null,
  -- src/server/search/term-kinds.ts.
  kind smallint not null,
  -- No foreign key: its check would cost each new order more than its terms. Triggers below keep what it would.
  order_id integer not null
);

-- The terms of an order's own fields. A reference field may hold several numbers: each is a term, and so is the whole.
-- The term of a name begins with '=', so that no search for the beginning of a number runs into thousands of orders of one name.
create function own_terms(
  code text, purchase text, invoice text, other text, amazon_ref text, fba text, email text, phone text,
  supplier text, company text
) returns table (term text, kind smallint) language sql immutable parallel safe rows 8 as $$
  select distinct t.term, t.kind from (
    select search_term(x.value) collate "C", x.kind::smallint from (values
      (code, 1), (fba, 3), (amazon_ref, 4), (purchase, 5), (invoice, 6), (other, 7), (email, 11), (phone, 12)
    ) x (value, kind)
    where x.value <> ''
    union all
    select search_term(part) collate "C", x.kind::smallint
    from (values (purchase, 5), (invoice, 6), (other, 7)) x (value, kind),
      unnest(string_to_array(translate(x.value, ';', ','), ',')) part
    where x.value ~ '[,;]'
    union all
    select '=' || search_term(x.value) collate "C", x.kind::smallint from (values (supplier, 14), (company, 15)) x (value, kind)
    where search_term(x.value) <> ''
  ) t (term, kind)
  where t.term <> ''
$$;

-- The terms of an order's containers and of the sailing that it is on.
create view loaded_terms as
  select x.order_id, search_term(x.value) collate "C" as term, x.kind::smallint as kind
  from (
    select k.order_id, v.value, v.kind
    from containers k, lateral (values (k.number, 2), (k.seal, 10)) v (value, kind)
    where k.order_id is not null
    union all
    select l.order_id, v.value, v.kind
    from loadings l join sailings s on s.id = l.sailing_id,
      lateral (values (s.master_bill, 8), (s.reference, 9)) v (value, kind)
    union all
    select l.order_id, v.value, v.kind
    from loadings l join containers k on k.id = l.container_id,
      lateral (values (k.number, 2), (k.seal, 10)) v (value, kind)
  ) x
  where search_term(x.value) <> '';

insert into order_terms (term, kind, order_id)
select t.term, t.kind, o.id
from orders o, own_terms(o.tracking_code, o.shipment_purchase, o.suppliers_invoice_number, o.other_reference_used,
  o.amazon_ref_id, o.shipment_id, o.email, o.phone,
    o.company_name_shipper, o.company_name) t
union all
select distinct term, kind, order_id from loaded_terms;

alter table order_terms add primary key (term, kind, order_id);
create index order_terms_order on order_terms (order_id);

-- Each name once: far fewer than orders, so that any part of one is found quickly. A name stays when its last order goes.
create extension if not exists pg_trgm;
create table order_names (term text collate "C" primary key);
insert into order_names select distinct term from order_terms where kind in (14, 15);
create index order_names_part on order_names using gin (term gin_trgm_ops);

-- In one order, so that two transactions with the same new names wait for each other only once.
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
    o.company_name_shipper, o.company_name) t;
  return null;
end $$;
create trigger orders_terms_insert after insert on orders referencing new table as new_rows
  for each statement execute function orders_terms_inserted();

-- For each row, since only such a trigger can be limited to columns: saving anything else costs nothing.
create function orders_terms_updated() returns trigger language plpgsql as $$
begin
  if (old.company_name_shipper, old.company_name) is distinct from (new.company_name_shipper, new.company_name) then
    perform keep_order_names(array(
      select '=' || search_term(v.name) from (values (new.company_name_shipper), (new.company_name)) v (name)
      where search_term(v.name) <> ''
    ));
  end if;
  with old_terms as materialized (
    select t.term, t.kind from own_terms(old.tracking_code, old.shipment_purchase, old.suppliers_invoice_number,
      old.other_reference_used, old.amazon_ref_id, old.shipment_id, old.email, old.phone, old.company_name_shipper, old.company_name) t
  ), new_terms as materialized (
    select t.term, t.kind from own_terms(new.tracking_code, new.shipment_purchase, new.suppliers_invoice_number,
      new.other_reference_used, new.amazon_ref_id, new.shipment_id, new.email, new.phone, new.company_name_shipper, new.company_name) t
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

-- Terms of these orders that come from containers and sailings, as they are now.
create function refresh_loaded_terms(ids integer[]) returns void language sql as $$
  with live as materialized (
    select distinct n.term, n.kind, n.order_id from loaded_terms n join orders o on o.id = n.order_id where n.order_id = any(ids)
  ), gone as (
    delete from order_terms t where t.order_id = any(ids) and t.kind in (2, 8, 9, 10)
      and not exists (select from live n where (n.term, n.kind, n.order_id) = (t.term, t.kind, t.order_id))
  )
  insert into order_terms (term, kind, order_id) select term, kind, order_id from live on conflict do nothing
$$;

create function loadings_terms_changed() returns trigger language plpgsql as $$
begin
  perform refresh_loaded_terms(array(select distinct order_id from changed_rows));
  return null;
end $$;
create trigger loadings_terms_insert after insert on loadings referencing new table as changed_rows
  for each statement execute function loadings_terms_changed();
create trigger loadings_terms_delete after delete on loadings referencing old table as changed_rows
  for each statement execute function loadings_terms_changed();
create function loadings_terms_updated() returns trigger language plpgsql as $$
declare
  ids integer[] := array(
    select n.order_id from new_rows n left join old_rows o using (order_id)
    where (o.sailing_id, o.container_id) is distinct from (n.sailing_id, n.container_id)
    union select o.order_id from old_rows o where not exists (select from new_rows n where n.order_id = o.order_id)
  );
begin
  if ids <> '{}' then perform refresh_loaded_terms(ids); end if;
  return null;
end $$;
create trigger loadings_terms_update after update on loadings referencing old table as old_rows new table as new_rows
  for each statement execute function loadings_terms_updated();

-- The orders in these containers.
create function orders_in(containers integer[], owners integer[]) returns integer[] language sql stable as $$
  select array(select unnest(owners) except select null union select order_id from loadings where container_id = any(containers))
$$;
create function containers_terms_changed() returns trigger language plpgsql as $$
declare
  ids integer[] := orders_in(array(select id from changed_rows), array(select order_id from changed_rows));
begin
  if ids <> '{}' then perform refresh_loaded_terms(ids); end if;
  return null;
end $$;
create trigger containers_terms_insert after insert on containers referencing new table as changed_rows
  for each statement execute function containers_terms_changed();
create trigger containers_terms_delete after delete on containers referencing old table as changed_rows
  for each statement execute function containers_terms_changed();
create function one_container_terms_changed() returns trigger language plpgsql as $$
begin
  perform refresh_loaded_terms(orders_in(array[new.id], array[old.order_id, new.order_id]));
  return null;
end $$;
create trigger containers_terms_update after update of number, seal, order_id on containers
  for each row when ((old.number, old.seal, old.order_id) is distinct from (new.number, new.seal, new.order_id))
  execute function one_container_terms_changed();

create function sailing_terms_changed() returns trigger language plpgsql as $$
begin
  perform refresh_loaded_terms(array(select order_id from loadings where sailing_id = new.id));
  return null;
end $$;
create trigger sailings_terms_update after update of reference, master_bill on sailings
  for each row when ((old.reference, old.master_bill) is distinct from (new.reference, new.master_bill))
  execute function sailing_terms_changed();

-- A container of a sailing is found by the same numbers, and so is the sailing.
create index sailings_reference_term on sailings ((search_term(reference) collate "C"));
create index sailings_master_bill_term on sailings ((search_term(master_bill) collate "C")) where master_bill <> '';
create index sailings_voyage_term on sailings ((search_term(voyage) collate "C"));
create index sailings_vessel on sailings (vessel_id, id);
create index containers_number_term on containers ((search_term(number) collate "C")) where number <> '';
create index containers_seal_term on containers ((search_term(seal) collate "C")) where seal <> '';
create index users_email_term on users ((search_term(email) collate "C")) where deleted_at is null and role = array['ROLE_USER'];
create index users_phone_term on users ((search_term(phone) collate "C")) where deleted_at is null and role = array['ROLE_USER'];

-- What each member of staff opened last, 50 records each.
create table recents (
  user_id integer not null references users on delete cascade,
  entity text not null check (entity in ('orders', 'clients', 'sailings', 'articles', 'templates', 'blocks')),
  entity_id integer not null,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, entity, entity_id)
);
create index recents_user_at on recents (user_id, at);
