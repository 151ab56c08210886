-- Filters of the orders list at a million orders.

-- Each company's name once: any part of a name is found here, whatever the case, and the orders of these names by the index of
-- names. A trigram index over the orders had 40,000 rows of a common name, each to be read, and every change of an event wrote it.
create table company_names (name varchar(100) collate names primary key);
insert into company_names select distinct company_name from orders where company_name <> '';
create index company_names_part on company_names using gin (lower(name collate names) gin_trgm_ops);
drop index orders_company_text;

-- In one order, as `keep_order_names`. A name stays when its last order goes.
create function keep_company_names(names text[]) returns void language sql as $$
  insert into company_names select distinct n from unnest(names) n
  where n <> '' and not exists (select from company_names k where k.name = n collate names) order by n
  on conflict do nothing
$$;
create function company_names_inserted() returns trigger language plpgsql as $$
begin
  perform keep_company_names(array(select distinct company_name from new_rows));
  return null;
end $$;
create trigger orders_company_insert after insert on orders referencing new table as new_rows
  for each statement execute function company_names_inserted();
create function company_name_updated() returns trigger language plpgsql as $$
begin
  perform keep_company_names(array[new.company_name]);
  return null;
end $$;
create trigger orders_company_update after update of company_name on orders
  for each row when (old.company_name <> new.company_name) execute function company_name_updated();

-- What an order waits for, in the order of the orders.
create index attention_open_order on attention (order_id, rule)
  where resolved_at is null and waived_reason is null and order_id is not null;

-- A destination's orders, found without reading them.
drop index orders_destination;
create index orders_destination on orders (shipment_destination, id) include (deleted_at);

-- The week of a time, counted from 1970. Orders of a time lie together in the list, but nothing says where: by week and id, the first
-- and the last order of any range of days is a look for each of its weeks.
create function week_of(at timestamptz) returns integer language sql immutable strict parallel safe
  return floor(extract(epoch from at) / 604800)::integer;
create index orders_live_created_week on orders (week_of(created_at), id) where deleted_at is null;
create index orders_live_event_week on orders (week_of(last_event_time), id) where deleted_at is null;
create index confirmations_eta_week on confirmations (week_of(port_estimated_time_of_arrival_at), order_id)
  where port_estimated_time_of_arrival_at is not null;
create index confirmations_cut_off_week on confirmations (week_of(cargo_cut_off_at), order_id) where cargo_cut_off_at is not null;

-- What filters are about, in the order of the list: whatever is asked for together, matches are met without reading the orders.
create index orders_live_filtered on orders (id) include (status, last_event_id, in_charge_id, shipment_destination,
  transportation_mode, shipment_trade_terms, last_milestone, shipment_volume, created_at, last_event_time, user_id, company_name, city_name)
  where deleted_at is null;
