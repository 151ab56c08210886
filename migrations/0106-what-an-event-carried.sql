-- Values that a history entry also set in its order: [{ what, from, to }]. They go back with it.
alter table order_events add column carried jsonb not null default '[]';

-- Orders that were delivered and are still in progress are counted each time that Today is read.
create index orders_delivered_open on orders (in_charge_id)
  where last_milestone = 'delivered' and status = 0 and deleted_at is null;
