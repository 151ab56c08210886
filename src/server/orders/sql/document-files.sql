create trigger documents_named after insert on documents referencing new table as new_rows
  for each statement execute function file_named();
create trigger documents_unnamed after delete on documents referencing old table as old_rows
  for each statement execute function file_unnamed();
