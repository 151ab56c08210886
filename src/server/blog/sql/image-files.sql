create trigger images_named after insert on images referencing new table as new_rows
  for each statement execute function file_named();
create trigger images_unnamed after delete on images referencing old table as old_rows
  for each statement execute function file_unnamed();
