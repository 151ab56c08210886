create trigger orders_total_insert after insert on orders referencing new table as new_rows
  for each statement execute function total_inserted();
create trigger orders_total_delete after delete on orders referencing old table as old_rows
  for each statement execute function total_deleted();
create trigger orders_total_update after update of deleted_at on orders
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function total_updated();
create trigger orders_total_truncate after truncate on orders
  for each statement execute function total_truncated();
