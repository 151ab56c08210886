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

-- Terms of these orders that come from containers and sailings, as they are now.
create function refresh_loaded_terms(ids integer[]) returns void language sql as $$
  with live as materialized (
    select distinct n.term, n.kind, n.order_id from loaded_terms n join orders o on o.id = n.order_id
    where n.order_id = any(ids) and o.deleted_at is null
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
