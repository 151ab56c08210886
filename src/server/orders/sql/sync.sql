-- The client is left out, although its row counts its orders: two bookings for one client would wait for each
-- other at its mark.
create function sync_orders_added() returns trigger language plpgsql as $$
begin
  perform sync_mark('orders', (select array_agg(id) from rows_of));
  return null;
end $$;

create trigger orders_sync_insert after insert on orders referencing new table as rows_of
  for each statement execute function sync_orders_added();
create trigger orders_sync_delete after delete on orders referencing old table as rows_of
  for each statement execute function sync_orders_added();

create function sync_order_changed() returns trigger language plpgsql as $$
begin
  perform sync_mark('orders', array[new.id]);
  return null;
end $$;

create trigger orders_sync_update after update on orders for each row
  when (old.* is distinct from new.*) execute function sync_order_changed();
