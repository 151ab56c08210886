-- A request is answered when its order gets a price, and booked when the order is confirmed.
create function answer_quote_request() returns trigger language plpgsql as $$
declare
  booked boolean := new.status = 2 or (new.status = 0 and new.last_milestone >= 'confirmed');
begin
  update quotes set
    price = case when booked_at is null then new.estimated_transportation else price end,
    answered_at = case when new.estimated_transportation is not null then coalesce(answered_at, now()) end,
    booked_price = case when booked_at is null and booked then new.estimated_transportation else booked_price end,
    booked_at = coalesce(booked_at, case when booked then now() end)
  where order_id = new.id and kind = 'request';
  return null;
end $$;

create trigger orders_quote_request after update of estimated_transportation, last_milestone, status on orders for each row
  when (new.transportation_mode = 1 and (old.estimated_transportation, old.last_milestone, old.status)
    is distinct from (new.estimated_transportation, new.last_milestone, new.status))
  execute function answer_quote_request();
