-- A changed volume or weight matters only to the comparison with measured cargo on a sailing, to no other
-- rule.
create function attention_of_orders() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  select array_agg(n.id) into ids from new_rows n join old_rows o on o.id = n.id
  where (n.status, n.deleted_at, n.in_charge_id, n.last_event_entry_id, n.last_event_time, n.last_milestone, n.transportation_mode,
      n.estimated_transportation, n.origin_location_id, n.origin_depot_id, n.shipment_destination)
    is distinct from
    (o.status, o.deleted_at, o.in_charge_id, o.last_event_entry_id, o.last_event_time, o.last_milestone, o.transportation_mode,
      o.estimated_transportation, o.origin_location_id, o.origin_depot_id, o.shipment_destination)
    or ((n.shipment_volume, n.shipment_weight) is distinct from (o.shipment_volume, o.shipment_weight)
      and exists (select from loadings where order_id = n.id));
  if ids is not null then perform refresh_attention(ids); end if;
  return null;
end $$;

create trigger orders_attention_insert after insert on orders referencing new table as new_rows
  for each statement execute function attention_of_new_rows();
create trigger orders_attention_update after update on orders referencing old table as old_rows new table as new_rows
  for each statement execute function attention_of_orders();
create trigger confirmations_attention_insert after insert on confirmations referencing new table as new_rows
  for each statement execute function attention_of_new_rows();
create trigger confirmations_attention_update after update on confirmations referencing new table as new_rows
  for each statement execute function attention_of_new_rows();
create trigger loadings_attention_insert after insert on loadings referencing new table as new_rows
  for each statement execute function attention_of_new_rows();
create trigger loadings_attention_update after update on loadings referencing new table as new_rows
  for each statement execute function attention_of_new_rows();
create trigger loadings_attention_delete after delete on loadings referencing old table as old_rows
  for each statement execute function attention_of_old_rows();

-- A new entry changes its order, whose trigger sees it.
create trigger order_events_attention after update on order_events for each row
  when (old.milestone is not null and (old.withdrawn_at, old.date) is distinct from (new.withdrawn_at, new.date))
  execute function attention_of_row();
create trigger documents_attention_insert after insert on documents for each row
  when (new.opened_at is null and new.order_id is not null) execute function attention_of_row();
create trigger documents_attention_update after update on documents for each row
  when ((old.opened_at is null or new.opened_at is null)
    and (old.opened_at, old.order_id) is distinct from (new.opened_at, new.order_id))
  execute function attention_of_row();
create trigger documents_attention_delete after delete on documents for each row
  when (old.opened_at is null and old.order_id is not null) execute function attention_of_row();

-- The undo of a run deletes a booking confirmation that the run created.
create trigger confirmations_attention_delete after delete on confirmations referencing old table as old_rows
  for each statement execute function attention_of_old_rows();

-- An entry that is undone while a later one stands does not change its order, so no other trigger sees it.
create trigger order_events_attention_delete after delete on order_events for each row
  when (old.milestone is not null) execute function attention_of_row();
