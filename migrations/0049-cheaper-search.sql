-- What the box compares, kept in the form in which it is compared: a search computes nothing for each row that it looks at.

-- Articles, templates, blocks and reference data by name and code: one short table instead of ten.
create table named_records (
  -- src/server/search/find-named.ts.
  kind text collate "C" not null,
  id integer not null,
  title text collate names not null,
  code text not null,
  folded_title text collate "C" not null,
  folded_code text collate "C" not null,
  primary key (kind, id)
);

-- For a row of one of these tables; the arguments are the kind, and the columns of its name and of its code.
create function keep_named_record() returns trigger language plpgsql as $$
declare
  title text;
  code text := '';
begin
  if tg_op = 'DELETE' then
    delete from named_records n where n.kind = tg_argv[0] and n.id = old.id;
    return null;
  end if;
  execute format('select ($1).%I', tg_argv[1]) into title using new;
  if tg_nargs > 2 then
    execute format('select coalesce(($1).%I, '''')', tg_argv[2]) into code using new;
  end if;
  insert into named_records as n (kind, id, title, code, folded_title, folded_code)
  values (tg_argv[0], new.id, title, code, lower(title collate names), lower(code collate names))
  on conflict (kind, id) do update
  set title = excluded.title, code = excluded.code, folded_title = excluded.folded_title, folded_code = excluded.folded_code
  where (n.title collate "C", n.code) is distinct from (excluded.title collate "C", excluded.code);
  return null;
end $$;
create function forget_named_records() returns trigger language plpgsql as $$
begin
  delete from named_records n where n.kind = tg_argv[0];
  return null;
end $$;
do $$
declare
  t record;
begin
  for t in values ('articles', 'article', 'title', null), ('mail_templates', 'template', 'title', null),
    ('html_blocks', 'block', 'title', 'identifier'), ('ports', 'port', 'name', 'code'), ('cities', 'city', 'name', 'code'),
    ('vessels', 'vessel', 'name', 'imo_number'), ('carriers', 'carrier', 'name', 'scac'), ('depots', 'depot', 'name', 'code'),
    ('cartages', 'cartage', 'name', null), ('events', 'event', 'name', null)
  loop
    execute format(
      'insert into named_records select %L, id, %I, coalesce(%s, ''''), lower(%I collate names), lower(coalesce(%s, '''') collate names) from %I',
      t.column2, t.column3, coalesce(quote_ident(t.column4), 'null'), t.column3, coalesce(quote_ident(t.column4), 'null'), t.column1);
    execute format(
      'create trigger %I after insert or update of %s or delete on %I for each row execute function keep_named_record(%s)',
      t.column1 || '_named', concat_ws(', ', quote_ident(t.column3), quote_ident(t.column4)), t.column1,
      concat_ws(', ', quote_literal(t.column2), quote_literal(t.column3), quote_literal(t.column4)));
    execute format('create trigger %I after truncate on %I for each statement execute function forget_named_records(%L)',
      t.column1 || '_named_truncate', t.column1, t.column2);
  end loop;
end $$;

-- Live clients, with what they are found by and what the box shows of them.
create table client_terms (
  user_id integer primary key,
  username text collate names not null,
  company_name text not null,
  email text not null,
  folded_name text collate "C" not null,
  folded_company text collate "C" not null,
  email_term text collate "C" not null,
  phone_term text collate "C" not null
);
create view clients_as_terms as
  select id as user_id, username, company_name, email, lower(username collate names) collate "C" as folded_name,
    lower(company_name collate names) collate "C" as folded_company, search_term(email) collate "C" as email_term,
    search_term(phone) collate "C" as phone_term
  from users where deleted_at is null and role = array['ROLE_USER'];
insert into client_terms select * from clients_as_terms;
create index client_terms_email on client_terms (email_term, user_id) where email_term <> '';
create index client_terms_phone on client_terms (phone_term, user_id) where phone_term <> '';
create index client_terms_part on client_terms using gin (folded_name gin_trgm_ops, folded_company gin_trgm_ops);
drop index users_email_term;
drop index users_phone_term;

create function keep_client_terms() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then delete from client_terms t where t.user_id = old.id; end if;
  if tg_op <> 'DELETE' then insert into client_terms select * from clients_as_terms c where c.user_id = new.id; end if;
  return null;
end $$;
create trigger users_terms after insert or delete on users for each row execute function keep_client_terms();
create trigger users_terms_update after update of username, company_name, email, phone, role, deleted_at on users
  for each row when (
    (old.username, old.company_name, old.email, old.phone, old.role, old.deleted_at)
    is distinct from (new.username, new.company_name, new.email, new.phone, new.role, new.deleted_at)
  ) execute function keep_client_terms();
create function forget_client_terms() returns trigger language plpgsql as $$
begin
  delete from client_terms;
  return null;
end $$;
create trigger users_terms_truncate after truncate on users for each statement execute function forget_client_terms();

-- Deleted orders have no terms: a search need not ask the orders which of them are live.
delete from order_terms t using orders o where o.id = t.order_id and o.deleted_at is not null;

create or replace function orders_terms_inserted() returns trigger language plpgsql as $$
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

create or replace function refresh_loaded_terms(ids integer[]) returns void language sql as $$
  with live as materialized (
    select distinct n.term, n.kind, n.order_id from loaded_terms n join orders o on o.id = n.order_id
    where n.order_id = any(ids) and o.deleted_at is null
  ), gone as (
    delete from order_terms t where t.order_id = any(ids) and t.kind in (2, 8, 9, 10)
      and not exists (select from live n where (n.term, n.kind, n.order_id) = (t.term, t.kind, t.order_id))
  )
  insert into order_terms (term, kind, order_id) select term, kind, order_id from live on conflict do nothing
$$;

drop trigger orders_terms_update on orders;
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

-- Terms of what changed only: each kind comes from one field. Planned once a connection: for the values at hand it was planned at each
-- change, which took five times as long as the change of the terms.
create or replace function orders_terms_updated() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
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

-- Which orders have a cut-off, in their order: 'on a sailing' with 'no cut-off' reads two indexes, not two tables.
create index confirmations_with_cut_off on confirmations (order_id) where cargo_cut_off_at is not null;
create index confirmations_with_eta on confirmations (order_id) where port_estimated_time_of_arrival_at is not null;
