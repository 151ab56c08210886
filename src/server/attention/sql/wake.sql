-- A due time that lay ahead when its item was snoozed ends the snooze once it passes. Readers see that by the
-- clock (src/server/attention/read-items.ts). If the due time itself changes, they no longer could: one that
-- is moved to the past would look as if it had been overdue when it was snoozed, and one that has passed and
-- is moved ahead as if it had never passed.
create function wake_attention() returns trigger language plpgsql as $$
begin
  new.snoozed_by := null;
  new.snoozed_at := null;
  new.snoozed_until := null;
  return new;
end $$;

create trigger attention_wake before update of due_at on attention for each row
  when (old.due_at > old.snoozed_at and new.snoozed_at is not distinct from old.snoozed_at
    and (new.due_at <= new.snoozed_at or old.due_at <= now()))
  execute function wake_attention();
