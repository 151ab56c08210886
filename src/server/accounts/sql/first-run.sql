create function end_first_run() returns trigger language plpgsql as $$
begin
  delete from first_run_codes;
  return null;
end $$;

create trigger users_end_first_run after insert or update of role on users
  for each row when (new.role && array['ROLE_ADMIN', 'ROLE_MANAGER']) execute function end_first_run();
