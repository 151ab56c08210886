create function copy_username() returns trigger language plpgsql as $$
begin
  update orders set username = new.username where user_id = new.id;
  return null;
end $$;

create trigger users_username after update of username on users
  for each row when (old.username is distinct from new.username) execute function copy_username();
