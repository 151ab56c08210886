-- A draft that a program prepared waits on its order for the owner of the key.
create view attention_draft_waiting as
  select d.record_id as order_id, d.user_id || ':' || d.tab as subject, null::smallint as severity, d.updated_at as due_at,
    jsonb_build_object('by', k.name, 'at', to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'userId', d.user_id, 'user', u.username, 'tab', d.tab) as detail
  from drafts d
    join api_keys k on k.id = d.api_key_id
    join users u on u.id = d.user_id
    join orders o on o.id = d.record_id and o.status = 0 and o.deleted_at is null
  where d.kind = 'set-event' and d.api_key_id is not null;
