-- Codes that create the first administrator of an empty installation; only their SHA-256 is kept. All of them end when the
-- first member of staff is there, however he came.
create table first_run_codes (
  id integer generated always as identity primary key,
  code_hash bytea not null,
  created_at timestamptz(3) not null default now()
);
create index users_staff on users (id) where role && array['ROLE_ADMIN', 'ROLE_MANAGER'];

create function end_first_run() returns trigger language plpgsql as $$
begin
  delete from first_run_codes;
  return null;
end $$;
create trigger users_end_first_run after insert or update of role on users
  for each row when (new.role && array['ROLE_ADMIN', 'ROLE_MANAGER']) execute function end_first_run();

-- The one row says that the checklist of a new installation was dismissed. Installations that are in use need none.
create table setup_dismissed (
  id integer primary key check (id = 1),
  dismissed_at timestamptz(3) not null default now()
);
insert into setup_dismissed (id) select 1 where exists (select from users);
