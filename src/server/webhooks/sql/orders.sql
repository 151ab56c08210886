-- The facts of an order in every message.
create function webhook_order(of_order integer) returns jsonb language sql stable as $$
  select jsonb_build_object('id', id, 'trackingCode', tracking_code) from orders where id = of_order
$$;

create function webhook_order_created() returns trigger language plpgsql as $$
declare
  each record;
begin
  if not webhooks_want('order.created') then return null; end if;
  for each in select id from new_rows order by id loop
    perform announce_to_webhooks('order.created', each.id, null, null, webhook_order(each.id));
  end loop;
  return null;
end $$;

create trigger orders_webhooks_insert after insert on orders referencing new table as new_rows
  for each statement execute function webhook_order_created();

create function webhook_order_status() returns trigger language plpgsql as $$
begin
  if not webhooks_want('order.status') then return null; end if;
  perform announce_to_webhooks('order.status', new.id, null, null,
    webhook_order(new.id) || jsonb_build_object('status', new.status, 'previous', old.status));
  return null;
end $$;

create trigger orders_webhooks_status after update of status on orders for each row
  when (old.status is distinct from new.status) execute function webhook_order_status();

create function webhook_order_event() returns trigger language plpgsql as $$
begin
  if not webhooks_want('order.event') then return null; end if;
  perform announce_to_webhooks('order.event', new.order_id, null, case when tg_op = 'INSERT' then new.id end,
    webhook_order(new.order_id) || jsonb_build_object('entryId', new.id, 'eventId', new.event_id, 'event', new.event_name,
      'milestone', new.milestone, 'withdrawn', new.withdrawn_at is not null));
  return null;
end $$;

create trigger order_events_webhooks_insert after insert on order_events for each row execute function webhook_order_event();
create trigger order_events_webhooks_withdrawn after update of withdrawn_at on order_events for each row
  when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function webhook_order_event();

create function webhook_order_dates() returns trigger language plpgsql as $$
begin
  if not webhooks_want('order.dates') then return null; end if;
  perform announce_to_webhooks('order.dates', new.order_id, null, null, webhook_order(new.order_id));
  return null;
end $$;

create trigger confirmations_webhooks_insert after insert on confirmations for each row
  when (num_nonnulls(new.cargo_ready_at, new.cargo_cut_off_at, new.documentation_cut_off_at, new.estimated_time_of_departure_at,
    new.actual_time_of_departure_at, new.port_estimated_time_of_arrival_at, new.port_actual_time_of_arrival_at,
    new.place_estimated_time_of_arrival_at, new.place_actual_time_of_arrival_at) > 0)
  execute function webhook_order_dates();
create trigger confirmations_webhooks_update after update on confirmations for each row
  when ((old.cargo_ready_at, old.cargo_cut_off_at, old.documentation_cut_off_at, old.estimated_time_of_departure_at,
    old.actual_time_of_departure_at, old.port_estimated_time_of_arrival_at, old.port_actual_time_of_arrival_at,
    old.place_estimated_time_of_arrival_at, old.place_actual_time_of_arrival_at) is distinct from
    (new.cargo_ready_at, new.cargo_cut_off_at, new.documentation_cut_off_at, new.estimated_time_of_departure_at,
    new.actual_time_of_departure_at, new.port_estimated_time_of_arrival_at, new.port_actual_time_of_arrival_at,
    new.place_estimated_time_of_arrival_at, new.place_actual_time_of_arrival_at))
  execute function webhook_order_dates();
