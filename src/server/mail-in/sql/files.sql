create function mail_raw_named() returns trigger language plpgsql as $$
begin
  delete from loose_files using new_rows where loose_files.storage_key = new_rows.raw_key;
  return null;
end $$;

create function mail_raw_unnamed() returns trigger language plpgsql as $$
begin
  insert into loose_files (storage_key) select raw_key from old_rows where raw_key <> '' on conflict do nothing;
  return null;
end $$;

create function mail_file_unnamed() returns trigger language plpgsql as $$
begin
  insert into loose_files (storage_key) select storage_key from old_rows where storage_key is not null on conflict do nothing;
  return null;
end $$;

create trigger mail_in_named after insert on mail_in referencing new table as new_rows
  for each statement execute function mail_raw_named();
create trigger mail_in_unnamed after delete on mail_in referencing old table as old_rows
  for each statement execute function mail_raw_unnamed();
create trigger mail_in_files_named after insert on mail_in_files referencing new table as new_rows
  for each statement execute function file_named();
create trigger mail_in_files_unnamed after delete on mail_in_files referencing old table as old_rows
  for each statement execute function mail_file_unnamed();
