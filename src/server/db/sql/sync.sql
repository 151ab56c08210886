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
