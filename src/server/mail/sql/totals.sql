create trigger mails_total_insert after insert on mails referencing new table as new_rows
  for each statement execute function rows_inserted();
create trigger mails_total_delete after delete on mails referencing old table as old_rows
  for each statement execute function rows_deleted();
create trigger mails_total_truncate after truncate on mails
  for each statement execute function total_truncated();
