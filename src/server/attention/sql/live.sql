-- Announces items of the queue that open, change or close by themselves. Whoever acts on an item announces
-- that.
create function change_of_item() returns trigger language plpgsql as $$
begin
  insert into changes (entity, entity_id, order_id, kind)
  values ('attention', new.id, new.order_id,
    case when tg_op = 'INSERT' then 'open' when new.resolved_at is not null and old.resolved_at is null then 'close' else 'change' end);
  return null;
end $$;

create trigger attention_changes_insert after insert on attention for each row
  when (new.resolved_at is null) execute function change_of_item();
create trigger attention_changes_update after update on attention for each row
  when ((old.resolved_at, old.severity, old.due_at, old.in_charge_id) is distinct from
    (new.resolved_at, new.severity, new.due_at, new.in_charge_id))
  execute function change_of_item();
