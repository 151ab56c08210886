create function sync_mark(kinds text, ids integer[]) returns void language sql as $$
  insert into sync_marks (kind, record_id) select distinct kinds, id from unnest(ids) id order by id
  on conflict (kind, record_id) do update set xid = pg_current_xact_id(), at = clock_timestamp()
$$;

-- Rows from a backup carry the transaction ids of another database. After a restore everything counts as
-- changed at once, and earlier cursors are refused.
create function rows_restored() returns void language sql as $$
  update sync_marks set xid = pg_current_xact_id(), at = clock_timestamp();
  update sync_source set epoch = gen_random_uuid();
$$;

-- The first transaction with changes of a kind since a time; 0 if it has none before; null if it has none
-- since. Its plans depend on the time and are made anew for each call, so that a statement which calls this
-- can be planned once.
create function sync_first_since(of_kind text, since timestamptz) returns xid8
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
begin
  if not exists (select from sync_marks where kind = of_kind and at < since) then return '0'; end if;
  return (select min(xid) from sync_marks where kind = of_kind and at >= since);
end $$;
