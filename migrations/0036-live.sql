-- What was changed in the last ten minutes, for screens that follow it. Not in the log: lost in a crash, absent on replicas and
-- in backups, and writing it waits for no disk. Readers that it fails are told to read everything again.
create unlogged table changes (
  id bigint generated always as identity,
  -- Below the oldest transaction that still runs, nothing is added any more: up to there readers miss nothing.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  -- As in the audit trail, and 'mails', 'attention', 'notifications' (by whose bell it is), 'runs'.
  entity text not null,
  entity_id integer,
  order_id integer,
  -- Who did it, without references: writing must be cheap, and names are read with it.
  user_id integer,
  session_id bigint,
  kind text not null
);
create index changes_xid on changes (xid, id);

-- From when on changes are complete: one row, which a crash removes with them.
create unlogged table changes_kept (
  id boolean primary key default true check (id),
  born xid8 not null default pg_current_xact_id(),
  -- Changes up to this transaction may have been removed.
  swept xid8 not null default pg_current_xact_id()
);
insert into changes_kept default values;

-- Which records each tab has open, as it last said. Gone with its session.
create unlogged table presence (
  session_id bigint not null references sessions on delete cascade,
  tab text not null,
  entity text not null,
  entity_id integer not null,
  user_id integer not null,
  mode text not null check (mode in ('view', 'edit')),
  -- What is edited; '' if it did not say.
  part text not null default '',
  seen_at timestamptz not null default now(),
  primary key (session_id, tab, entity, entity_id)
) with (fillfactor = 50);

-- Items of the queue that open, change or close by themselves. What people do with them is written by who does it.
create function change_of_item() returns trigger language plpgsql as $$
begin
  insert into changes (entity, entity_id, order_id, kind)
  values ('attention', new.id, new.order_id,
    case when tg_op = 'INSERT' then 'open' when new.resolved_at is not null and old.resolved_at is null then 'close' else 'change' end);
  return null;
end $$;
create trigger attention_changes_insert after insert on attention for each row
  when (new.resolved_at is null) execute function change_of_item();
create trigger attention_changes_update after update on attention for each row
  when ((old.resolved_at, old.severity, old.due_at, old.in_charge_id) is distinct from
    (new.resolved_at, new.severity, new.due_at, new.in_charge_id))
  execute function change_of_item();
