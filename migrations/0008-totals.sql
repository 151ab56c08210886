-- Exact totals without counting. A writer takes any row of its total that nobody else holds, or adds one:
-- no writer waits for another, and the sum over the few rows is the total as of the reader's snapshot.
create table totals (
  id integer generated always as identity primary key,
  name text not null,
  n bigint not null
) with (fillfactor = 50);
create index totals_name on totals (name);

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

create trigger orders_total_insert after insert on orders referencing new table as new_rows
  for each statement execute function total_inserted();
create trigger orders_total_delete after delete on orders referencing old table as old_rows
  for each statement execute function total_deleted();
create trigger orders_total_update after update of deleted_at on orders
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function total_updated();
create function total_truncated() returns trigger language plpgsql as $$
begin
  delete from totals where name = tg_table_name;
  return null;
end $$;
create trigger orders_total_truncate after truncate on orders
  for each statement execute function total_truncated();
