create function note_tracking_changes(ids integer[]) returns void language sql as $$
  insert into tracking_changes (order_id) select distinct order_id from tracking_subscriptions
  where order_id = any(ids) and confirmed_at is not null and ended_at is null
$$;

create function tracking_of_order() returns trigger language plpgsql as $$
begin
  perform note_tracking_changes(array[new.id]);
  return null;
end $$;

create trigger orders_tracking after update of last_event_entry_id, last_event_public_status, status, deleted_at on orders for each row
  when ((old.last_event_entry_id, old.last_event_public_status, old.status, old.deleted_at)
    is distinct from (new.last_event_entry_id, new.last_event_public_status, new.status, new.deleted_at))
  execute function tracking_of_order();

-- Marks a changed confirmation or loading.
create function tracking_of_dates() returns trigger language plpgsql as $$
begin
  perform note_tracking_changes(array[case when tg_op = 'DELETE' then old.order_id else new.order_id end]);
  return null;
end $$;

create trigger confirmations_tracking after insert or delete on confirmations for each row execute function tracking_of_dates();
create trigger confirmations_tracking_update after update of estimated_time_of_departure_at, actual_time_of_departure_at,
    port_estimated_time_of_arrival_at, port_actual_time_of_arrival_at, place_estimated_time_of_arrival_at, place_actual_time_of_arrival_at
  on confirmations for each row
  when ((old.estimated_time_of_departure_at, old.actual_time_of_departure_at, old.port_estimated_time_of_arrival_at,
      old.port_actual_time_of_arrival_at, old.place_estimated_time_of_arrival_at, old.place_actual_time_of_arrival_at)
    is distinct from (new.estimated_time_of_departure_at, new.actual_time_of_departure_at, new.port_estimated_time_of_arrival_at,
      new.port_actual_time_of_arrival_at, new.place_estimated_time_of_arrival_at, new.place_actual_time_of_arrival_at))
  execute function tracking_of_dates();
create trigger loadings_tracking after insert or delete or update of sailing_id on loadings for each row
  execute function tracking_of_dates();

create function tracking_of_sailing() returns trigger language plpgsql as $$
begin
  perform note_tracking_changes(array(select order_id from loadings where sailing_id = new.id));
  return null;
end $$;

create trigger sailings_tracking after update of etd, atd, port_eta, port_ata on sailings for each row
  when ((old.etd, old.atd, old.port_eta, old.port_ata) is distinct from (new.etd, new.atd, new.port_eta, new.port_ata))
  execute function tracking_of_sailing();
