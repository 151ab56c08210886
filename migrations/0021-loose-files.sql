-- Uploaded files that no row names: noted before they are written, and again when their row is deleted. What stays here for days
-- was left by a server that died in between.
create table loose_files (
  storage_key varchar(200) primary key,
  since timestamptz(3) not null default now()
);

create function file_named() returns trigger language plpgsql as $$
begin
  delete from loose_files using new_rows where loose_files.storage_key = new_rows.storage_key;
  return null;
end $$;
create function file_unnamed() returns trigger language plpgsql as $$
begin
  insert into loose_files (storage_key) select storage_key from old_rows on conflict do nothing;
  return null;
end $$;
create trigger documents_named after insert on documents referencing new table as new_rows
  for each statement execute function file_named();
create trigger documents_unnamed after delete on documents referencing old table as old_rows
  for each statement execute function file_unnamed();
create trigger images_named after insert on images referencing new table as new_rows
  for each statement execute function file_named();
create trigger images_unnamed after delete on images referencing old table as old_rows
  for each statement execute function file_unnamed();
