create function report_new_orders() returns trigger language plpgsql as $$
begin
  -- Most orders are made now; older ones are loaded or imported.
  if exists (select from new_rows where created_at < now() - interval '1 minute') then
    perform mark_report_days(array(select distinct report_day(created_at) from new_rows));
  end if;
  return null;
end $$;

create trigger orders_reports_insert after insert on orders referencing new table as new_rows
  for each statement execute function report_new_orders();

create function report_order() returns trigger language plpgsql as $$
begin
  perform mark_report_days(array[report_day(old.created_at), report_day(new.created_at)]);
  if (old.status, old.deleted_at is null) is distinct from (new.status, new.deleted_at is null) then
    perform mark_report_days(array(
      select utc_day(s.port_ata) from loadings l join sailings s on s.id = l.sailing_id where l.order_id = new.id and s.port_ata is not null));
  end if;
  if (old.deleted_at is null) <> (new.deleted_at is null) then
    perform mark_report_days(array(select report_day(date) from order_events where order_id = new.id and milestone is not null));
  end if;
  return null;
end $$;

create trigger orders_reports_update after update on orders for each row
  when ((old.status, old.deleted_at is null, old.created_at, old.shipment_volume, old.shipment_weight, old.estimated_transportation,
      old.origin_location_id, old.origin_depot_id, old.origin_port_id, old.shipment_destination)
    is distinct from
    (new.status, new.deleted_at is null, new.created_at, new.shipment_volume, new.shipment_weight, new.estimated_transportation,
      new.origin_location_id, new.origin_depot_id, new.origin_port_id, new.shipment_destination))
  execute function report_order();

-- An entry changes its own day, and those of later milestones, which count from it.
create function report_new_entries() returns trigger language plpgsql as $$
begin
  perform mark_report_days(array(
    select report_day(created_at) from new_rows where created_at < now() - interval '1 minute'
    union select report_day(date) from new_rows where milestone is not null and date < now() - interval '1 minute'
    union select report_day(later.date) from new_rows n join order_events later on later.order_id = n.order_id
      where n.milestone < 'on-hold' and later.milestone > n.milestone and later.milestone < 'on-hold'));
  return null;
end $$;

create trigger order_events_reports_insert after insert on order_events referencing new table as new_rows
  for each statement execute function report_new_entries();

create function report_entry() returns trigger language plpgsql as $$
begin
  perform mark_report_days(array(
    select report_day(old.date) union select report_day(old.created_at)
    union select report_day(date) from order_events where order_id = old.order_id and milestone is not null));
  return null;
end $$;

create trigger order_events_reports_update after update on order_events for each row
  when ((old.date, old.milestone, old.withdrawn_at, old.user_id) is distinct from (new.date, new.milestone, new.withdrawn_at, new.user_id))
  execute function report_entry();
create trigger order_events_reports_delete after delete on order_events for each row execute function report_entry();
