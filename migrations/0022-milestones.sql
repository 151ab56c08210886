-- What an event means, whatever staff call it. The order of the values is the order in which a shipment reaches them;
-- the last two may happen at any time and change nothing about what was reached.
create type milestone as enum (
  'booked', 'confirmed', 'picked-up', 'received', 'stuffed', 'loaded', 'departed',
  'arrived', 'discharged', 'stripped', 'customs-released', 'available', 'out-for-delivery', 'delivered',
  'on-hold', 'customs-exam'
);
alter table events add milestone milestone;
-- Copied when the event is set, like its name.
alter table order_events add milestone milestone;
-- The furthest one that an entry reached, withdrawn entries aside.
alter table orders add last_milestone milestone;

-- Our member of staff who looks after the order.
alter table orders add in_charge_id integer references users;
create index orders_in_charge on orders (in_charge_id, id) where status = 0 and deleted_at is null;
