create function name_vessel_of_order() returns trigger language plpgsql as $$
begin
  new.vessel_named := exists (select from confirmations where order_id = new.id and vessel_id is not null);
  return new;
end $$;

create trigger orders_vessel_named before update of status on orders for each row
  when (new.status = 0 and old.status <> 0) execute function name_vessel_of_order();

create function name_vessels_of_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update orders set vessel_named = false from old_rows where id = order_id and status = 0 and vessel_named;
  else
    update orders set vessel_named = vessel_id is not null from new_rows
    where id = order_id and status = 0 and vessel_named <> (vessel_id is not null);
  end if;
  return null;
end $$;

-- Trigger names sort after those of the queue, which lock the orders by id.
create trigger confirmations_vessel_insert after insert on confirmations referencing new table as new_rows
  for each statement execute function name_vessels_of_orders();
create trigger confirmations_vessel_update after update on confirmations referencing new table as new_rows
  for each statement execute function name_vessels_of_orders();
create trigger confirmations_vessel_delete after delete on confirmations referencing old table as old_rows
  for each statement execute function name_vessels_of_orders();
