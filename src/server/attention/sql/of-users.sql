-- Refreshes this person's orders, and their tasks on the orders of others.
create function attention_of_user() returns trigger language plpgsql as $$
begin
  perform refresh_attention(array(
    select id from orders where in_charge_id = new.id and status = 0 and deleted_at is null
    union select order_id from notes where assignee_id = new.id and due_at <= now() and done_at is null and deleted_at is null
    union select record_id from drafts where user_id = new.id and api_key_id is not null));
  return null;
end $$;

create trigger users_attention after update of disabled_at, deleted_at on users for each row
  when ((old.disabled_at is null) <> (new.disabled_at is null) or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function attention_of_user();
