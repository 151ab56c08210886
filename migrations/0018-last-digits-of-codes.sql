-- Staff find orders by the last four digits of their tracking code; ids in the index, so that counting reads it alone.
create index orders_live_custom_code on orders (custom_code, id) where deleted_at is null;
