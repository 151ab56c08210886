-- The audit trail is listed with its exact total, and grows with every write: the total is kept, not counted.
create function audit_inserted() returns trigger language plpgsql as $$
begin
  perform add_to_total(tg_table_name, (select count(*) from new_rows));
  return null;
end $$;
create function audit_deleted() returns trigger language plpgsql as $$
begin
  perform add_to_total(tg_table_name, -(select count(*) from old_rows));
  return null;
end $$;
select add_to_total('audit_entries', (select count(*) from audit_entries));
create trigger audit_total_insert after insert on audit_entries referencing new table as new_rows
  for each statement execute function audit_inserted();
create trigger audit_total_delete after delete on audit_entries referencing old table as old_rows
  for each statement execute function audit_deleted();
create trigger audit_total_truncate after truncate on audit_entries
  for each statement execute function total_truncated();
create index audit_entries_action on audit_entries (action, id);
