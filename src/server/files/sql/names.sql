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
