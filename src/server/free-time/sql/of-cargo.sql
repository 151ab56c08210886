-- Clocks follow containers, loadings, sailings, confirmations, orders, entries and places, in the same transaction.
create function free_times_of_new_containers() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  select array_agg(id) into ids from new_rows
  where discharged_at is not null or available_at is not null or gated_out_at is not null or returned_at is not null;
  if ids is not null then perform keep_free_times(ids, '{}'); end if;
  return null;
end $$;

create function free_times_of_containers() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  select array_agg(n.id) into ids from new_rows n join old_rows o on o.id = n.id
  where (n.sailing_id, n.terminal_place_id, n.size_type, n.discharged_at, n.available_at, n.gated_out_at, n.returned_at)
    is distinct from (o.sailing_id, o.terminal_place_id, o.size_type, o.discharged_at, o.available_at, o.gated_out_at, o.returned_at);
  if ids is not null then perform keep_free_times(ids, '{}'); end if;
  return null;
end $$;

create trigger containers_free_time_insert after insert on containers referencing new table as new_rows
  for each statement execute function free_times_of_new_containers();
create trigger containers_free_time_update after update on containers referencing old table as old_rows new table as new_rows
  for each statement execute function free_times_of_containers();

-- Containers of these FCL orders with something to count, and those of the orders whose storage has begun.
create function keep_free_times_of_orders(of_orders integer[]) returns void language plpgsql as $$
begin
  perform keep_free_times(
    array(select id from containers where order_id = any(of_orders)
      and (discharged_at is not null or available_at is not null or gated_out_at is not null or exists (select from free_times where container_id = containers.id))),
    array(select o.id from orders o where o.id = any(of_orders) and (exists (select from free_times where order_id = o.id)
      or exists (select from order_events e where e.order_id = o.id and e.milestone = 'stripped' and e.withdrawn_at is null))));
end $$;

create function free_times_of_loadings() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(n.order_id) into ids from new_rows n join old_rows o on o.order_id = n.order_id where n.sailing_id <> o.sailing_id;
  elsif tg_op = 'DELETE' then select array_agg(order_id) into ids from old_rows;
  else select array_agg(order_id) into ids from new_rows; end if;
  if ids is not null then perform keep_free_times_of_orders(ids); end if;
  return null;
end $$;

create trigger loadings_free_time_insert after insert on loadings referencing new table as new_rows
  for each statement execute function free_times_of_loadings();
create trigger loadings_free_time_update after update on loadings referencing old table as old_rows new table as new_rows
  for each statement execute function free_times_of_loadings();
create trigger loadings_free_time_delete after delete on loadings referencing old table as old_rows
  for each statement execute function free_times_of_loadings();

create function free_times_of_sailing() returns trigger language plpgsql as $$
begin
  perform keep_free_times(array(select id from containers where sailing_id = new.id), '{}');
  perform keep_free_times_of_orders(array(select order_id from loadings where sailing_id = new.id));
  return null;
end $$;

create trigger sailings_free_time after update on sailings for each row
  when ((old.destination_place_id, old.port_of_discharge, old.carrier_id) is distinct from (new.destination_place_id, new.port_of_discharge, new.carrier_id))
  execute function free_times_of_sailing();

-- The port of an FCL order that is on no sailing is that of its confirmation.
create function free_times_of_order() returns trigger language plpgsql as $$
begin
  perform keep_free_times_of_orders(array[coalesce(new.order_id, old.order_id)]);
  return null;
end $$;

create trigger confirmations_free_time_insert after insert on confirmations for each row
  when (new.port_of_discharge <> '') execute function free_times_of_order();
create trigger confirmations_free_time_update after update on confirmations for each row
  when (old.port_of_discharge <> new.port_of_discharge) execute function free_times_of_order();

-- An entry that is withdrawn, undone or corrected counts no longer, or for another day.
create trigger order_events_free_time_insert after insert on order_events for each row
  when (new.milestone in ('stripped', 'out-for-delivery', 'delivered')) execute function free_times_of_order();
create trigger order_events_free_time_update after update on order_events for each row
  when (old.milestone in ('stripped', 'out-for-delivery', 'delivered') and (old.withdrawn_at, old.date) is distinct from (new.withdrawn_at, new.date))
  execute function free_times_of_order();
create trigger order_events_free_time_delete after delete on order_events for each row
  when (old.milestone in ('stripped', 'out-for-delivery', 'delivered')) execute function free_times_of_order();

-- Storage is of LCL orders only.
create function storage_of_order() returns trigger language plpgsql as $$
begin
  delete from free_times where order_id = new.id and new.transportation_mode <> 0;
  perform keep_free_times_of_orders(array[new.id]);
  return null;
end $$;

create trigger orders_free_time after update of transportation_mode on orders for each row
  when (old.transportation_mode <> new.transportation_mode) execute function storage_of_order();

create function free_times_of_place() returns trigger language plpgsql as $$
begin
  perform keep_free_times(array(select id from containers where terminal_place_id = new.id), '{}');
  perform keep_free_times_of_orders(array(
    select l.order_id from sailings s join loadings l on l.sailing_id = s.id where s.destination_place_id = new.id));
  return null;
end $$;

create trigger places_free_time after update on places for each row
  when ((old.time_zone, old.country, old.region, old.kind) is distinct from (new.time_zone, new.country, new.region, new.kind))
  execute function free_times_of_place();
