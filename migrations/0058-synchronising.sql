-- When each order and each client was last changed, deleted or restored, for programs that keep a copy. In the order of
-- transactions, not of times: below the oldest transaction that still runs, nothing is added any more, so up to there readers
-- miss nothing. A table of its own, since an event changes an order without changing its version. Rows are never removed: what
-- is not found among the live records any more was deleted.
create table sync_marks (
  kind text not null check (kind in ('orders', 'clients')),
  record_id integer not null,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz(3) not null default clock_timestamp(),
  primary key (kind, record_id)
) with (fillfactor = 70);
create index sync_marks_xid on sync_marks (kind, xid, record_id);
create index sync_marks_at on sync_marks (kind, at) include (xid);

-- Numbers of transactions mean nothing in another database: cursors name the one that they are of.
create table sync_source (
  id boolean primary key default true check (id),
  epoch uuid not null default gen_random_uuid()
);
insert into sync_source default values;

insert into sync_marks (kind, record_id, at) select 'orders', id, greatest(updated_at, last_event_time, deleted_at) from orders;
insert into sync_marks (kind, record_id, at)
select 'clients', id, greatest(updated_at, deleted_at) from users where role = array['ROLE_USER'];

create function sync_mark(kinds text, ids integer[]) returns void language sql as $$
  insert into sync_marks (kind, record_id) select distinct kinds, id from unnest(ids) id order by id
  on conflict (kind, record_id) do update set xid = pg_current_xact_id(), at = clock_timestamp()
$$;

-- Not the client, although its row counts its orders: two bookings for one client would wait for each other at its mark.
create function sync_orders_added() returns trigger language plpgsql as $$
begin
  perform sync_mark('orders', (select array_agg(id) from rows_of));
  return null;
end $$;
create trigger orders_sync_insert after insert on orders referencing new table as rows_of
  for each statement execute function sync_orders_added();
create trigger orders_sync_delete after delete on orders referencing old table as rows_of
  for each statement execute function sync_orders_added();

create function sync_order_changed() returns trigger language plpgsql as $$
begin
  perform sync_mark('orders', array[new.id]);
  return null;
end $$;
create trigger orders_sync_update after update on orders for each row
  when (old.* is distinct from new.*) execute function sync_order_changed();

-- An account that becomes one of staff is no client any more.
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

-- After rows came from a backup, whose transactions were another database's: everything counts as changed at once, and earlier
-- cursors are refused.
create function rows_restored() returns void language sql as $$
  update sync_marks set xid = pg_current_xact_id(), at = clock_timestamp();
  update sync_source set epoch = gen_random_uuid();
$$;
