create trigger audit_total_insert after insert on audit_entries referencing new table as new_rows
  for each statement execute function rows_inserted();
create trigger audit_total_delete after delete on audit_entries referencing old table as old_rows
  for each statement execute function rows_deleted();
create trigger audit_total_truncate after truncate on audit_entries
  for each statement execute function total_truncated();
