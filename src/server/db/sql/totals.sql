create function add_to_total(total text, delta bigint) returns void language plpgsql as $$
begin
  if delta = 0 then return; end if;
  update totals set n = n + delta where id = (
    select id from totals where name = total for update skip locked limit 1
  );
  if not found then insert into totals (name, n) values (total, delta); end if;
end $$;

create function total_inserted() returns trigger language plpgsql as $$
begin
  perform add_to_total(tg_table_name, (select count(*) from new_rows where deleted_at is null));
  return null;
end $$;

create function total_deleted() returns trigger language plpgsql as $$
begin
  perform add_to_total(tg_table_name, -(select count(*) from old_rows where deleted_at is null));
  return null;
end $$;

create function total_updated() returns trigger language plpgsql as $$
begin
  perform add_to_total(tg_table_name, case when new.deleted_at is null then 1 else -1 end);
  return null;
end $$;

create function total_truncated() returns trigger language plpgsql as $$
begin
  delete from totals where name = tg_table_name;
  return null;
end $$;

create function rows_deleted() returns trigger language plpgsql as $$
begin
  perform add_to_total(tg_table_name, -(select count(*) from old_rows));
  return null;
end $$;

create function rows_inserted() returns trigger language plpgsql as $$
begin
  perform add_to_total(tg_table_name, (select count(*) from new_rows));
  return null;
end $$;
