-- What somebody has begun to write in a form, so that it is there on another computer too; and what a program prepared for him.
create table drafts (
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('set-event')),
  -- The record that the form is about; 0 for none.
  record_id integer not null default 0,
  -- Each tab has a draft of its own, and each program.
  tab varchar(40) not null default '',
  -- The version of the record that it began with.
  base_version varchar(40),
  -- The form's own number: a later form may not know all of its fields.
  shape smallint not null default 1,
  values jsonb not null,
  revision integer not null default 1,
  -- The key that prepared it; null for what a person wrote.
  api_key_id integer references api_keys,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, kind, record_id, tab)
);
create index drafts_prepared on drafts (record_id) where api_key_id is not null;
create index drafts_old on drafts (updated_at);

-- What a program prepared waits on its order for whom the key belongs to.
create or replace view attention_draft_waiting as
  select d.record_id as order_id, d.user_id || ':' || d.tab as subject, null::smallint as severity, d.updated_at as due_at,
    jsonb_build_object('by', k.name, 'at', to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'userId', d.user_id, 'user', u.username, 'tab', d.tab) as detail
  from drafts d
    join api_keys k on k.id = d.api_key_id
    join users u on u.id = d.user_id
    join orders o on o.id = d.record_id and o.status = 0 and o.deleted_at is null
  where d.kind = 'set-event' and d.api_key_id is not null;

-- As before, but for whose queue a draft is in.
create or replace view attention_expected as
  select x.order_id, x.rule, x.subject, x.severity, x.due_at, x.detail, u.id as in_charge_id
  from attention_expected_items x
    join orders o on o.id = x.order_id
    left join users u on u.id = case x.rule when 'draft-waiting' then (x.detail ->> 'userId')::integer else o.in_charge_id end
      and u.disabled_at is null and u.deleted_at is null;

create or replace function stale_attention() returns integer[] language sql stable as $$
  select coalesce(array_agg(distinct order_id order by order_id), '{}') from (
    select order_id from (
        select x.*, u.id as in_charge_id from attention_expected_items x
          join orders o on o.id = x.order_id and o.status = 0 and o.deleted_at is null
          left join users u on u.id = case x.rule when 'draft-waiting' then (x.detail ->> 'userId')::integer else o.in_charge_id end
            and u.disabled_at is null and u.deleted_at is null
      ) e
      full join (select * from attention where resolved_at is null and order_id is not null) a using (order_id, rule, subject)
    where (a.severity, a.due_at, a.detail, a.in_charge_id) is distinct from (e.severity, e.due_at, e.detail, e.in_charge_id)
      or a.id is null or e.severity is null
  ) differing
$$;

create function attention_of_draft() returns trigger language plpgsql as $$
begin
  if attention_kept() then perform refresh_attention(array[coalesce(new.record_id, old.record_id)]); end if;
  return null;
end $$;
create trigger drafts_attention_insert after insert on drafts for each row
  when (new.api_key_id is not null) execute function attention_of_draft();
create trigger drafts_attention_update after update on drafts for each row
  when (new.api_key_id is not null or old.api_key_id is not null) execute function attention_of_draft();
create trigger drafts_attention_delete after delete on drafts for each row
  when (old.api_key_id is not null) execute function attention_of_draft();

-- What caused a mail, for those who follow it through the server (W3C traceparent); null while nobody does.
alter table mail_deliveries add trace_parent varchar(55);
