-- An account that becomes staff is no longer a client.
create function sync_client() returns trigger language plpgsql as $$
begin
  perform sync_mark('clients', array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;

create trigger users_sync_insert after insert on users for each row
  when (new.role = array['ROLE_USER']) execute function sync_client();
create trigger users_sync_update after update on users for each row
  when ((old.role = array['ROLE_USER'] or new.role = array['ROLE_USER']) and
    (old.username, old.company_name, old.email, old.phone, old.company_address, old.canadian_business_number, old.confirmed, old.role,
      old.deleted_at, old.updated_at) is distinct from
    (new.username, new.company_name, new.email, new.phone, new.company_address, new.canadian_business_number, new.confirmed, new.role,
      new.deleted_at, new.updated_at))
  execute function sync_client();
create trigger users_sync_delete after delete on users for each row
  when (old.role = array['ROLE_USER']) execute function sync_client();
