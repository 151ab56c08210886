create trigger offers_total_inserted after insert on offers referencing new table as new_rows
  for each statement execute function rows_inserted();
create trigger offers_total_deleted after delete on offers referencing old table as old_rows
  for each statement execute function rows_deleted();
create trigger offers_total_truncated after truncate on offers
  for each statement execute function total_truncated();
