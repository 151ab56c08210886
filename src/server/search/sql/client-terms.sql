create view clients_as_terms as
  select id as user_id, username, company_name, email, fold(username) collate "C" as folded_name,
    fold(company_name) collate "C" as folded_company, search_term(email) collate "C" as email_term,
    search_term(phone) collate "C" as phone_term
  from users where deleted_at is null and role = array['ROLE_USER'];

create function keep_client_terms() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then delete from client_terms t where t.user_id = old.id; end if;
  if tg_op <> 'DELETE' then insert into client_terms select * from clients_as_terms c where c.user_id = new.id; end if;
  return null;
end $$;

create trigger users_terms after insert or delete on users for each row execute function keep_client_terms();
create trigger users_terms_update after update of username, company_name, email, phone, role, deleted_at on users
  for each row when (
    (old.username, old.company_name, old.email, old.phone, old.role, old.deleted_at)
    is distinct from (new.username, new.company_name, new.email, new.phone, new.role, new.deleted_at)
  ) execute function keep_client_terms();

create function forget_client_terms() returns trigger language plpgsql as $$
begin
  delete from client_terms;
  return null;
end $$;

create trigger users_terms_truncate after truncate on users for each statement execute function forget_client_terms();
