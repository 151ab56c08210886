-- What a run was asked for, in words.
alter table runs add title text not null default '';
update runs set title = coalesce(input ->> 'name', '') where kind = 'dates';

-- The rows of a run that an undo takes back, and their mails, without reading all others.
create index run_items_done on run_items (run_id, position) where state = 'done' and reason is null;

-- The undo of a run takes away a booking confirmation that it created.
create trigger confirmations_attention_delete after delete on confirmations referencing old table as old_rows
  for each statement execute function attention_of_old_rows();
