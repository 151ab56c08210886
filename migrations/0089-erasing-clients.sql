-- A client that is being erased: who is in this table is gone for everybody, and its rows go in batches, which whoever
-- comes next continues. The words that name it are kept until the last batch, since by then nothing else knows them.
create table erasures (
  user_id integer primary key references users (id) on delete cascade,
  asked_at timestamptz not null default now()
);
create table erasure_words (
  user_id integer not null references erasures (user_id) on delete cascade,
  kind text not null check (kind in ('company', 'person', 'email', 'phone', 'place', 'supplier', 'code')),
  word text collate "C" not null,
  primary key (user_id, kind, word)
);

-- Files whose rows are gone and that the store has not removed yet.
create table erased_files (
  storage_key text primary key,
  since timestamptz not null default now()
);

create index drafts_record on drafts (kind, record_id);
create index recents_entity on recents (entity, entity_id);
create index mails_digest_text on mails (created_at) where kind = 'digest' and html <> '';

-- What is left of a value when its words are taken out: numbers, flags and times, which are ids, amounts and dates.
create function is_time(given jsonb) returns boolean language sql immutable parallel safe as $$
  select given #>> '{}' ~ '^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-][\d:]+))?$'
$$;
create function without_texts(given jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(given)
    when 'object' then return coalesce((
      select jsonb_object_agg(key, without_texts(value)) from jsonb_each(given) where jsonb_typeof(value) <> 'string' or is_time(value)
    ), '{}');
    when 'array' then return coalesce((
      select jsonb_agg(without_texts(value) order by place) from jsonb_array_elements(given) with ordinality e (value, place)
      where jsonb_typeof(value) <> 'string' or is_time(value)
    ), '[]');
    when 'string' then return case when is_time(given) then given else '""' end;
    else return given;
  end case;
end $$;

-- Clients that were purged by earlier versions left their words behind: in the trail of orders and accounts that are gone,
-- and among the names that are searched.
update audit_entries a set before = without_texts(before), after = without_texts(after)
where entity in ('orders', 'confirmations') and (before is not null or after is not null)
  and not exists (select from orders o where o.id = a.entity_id);
update audit_entries a set before = without_texts(before), after = without_texts(after),
  ip = case when user_id is not null and user_id <> entity_id then ip else '' end
where entity in ('clients', 'users') and entity_id is not null
  and not exists (select from users u where u.id = a.entity_id and u.email not like '%@purged.invalid');
update audit_entries a set before = without_texts(before), after = without_texts(after), ip = ''
where impersonator_id is null and user_id in (select id from users where email like '%@purged.invalid');
update audit_entries a set before = without_texts(before), after = without_texts(after)
where entity = 'shippers' and not exists (select from shippers s where s.id = a.entity_id);
update audit_entries a set before = without_texts(before), after = without_texts(after)
where entity = 'documents' and not exists (select from documents d where d.id = a.entity_id);
delete from company_names n where not exists (select from orders o where o.company_name = n.name);
delete from order_names n where not exists (
  select from order_terms t where t.term = n.term and t.kind in (14, 15)
) and not exists (
  select from orders o, lateral (values (o.company_name_shipper), (o.company_name)) v (name)
  where o.deleted_at is not null and ('=' || search_term(v.name)) collate "C" = n.term
);
