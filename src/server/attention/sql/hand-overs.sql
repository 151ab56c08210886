-- Queues that somebody looks after now: their own, and those handed over to them, directly or by way of
-- others.
create function covered_users(me integer) returns integer[] language sql stable as $$
  with recursive covered (id) as (
    select me
    union
    select h.from_user_id from covered c join hand_overs h on h.to_user_id = c.id
    where h.ended_at is null and h.until > now()
  )
  select array_agg(id order by id) from covered
$$;

-- Ends hand-overs to a colleague whose account is disabled, or who is no longer staff: nobody would look
-- after the queue, and the person who handed it over would not learn of it.
create function end_hand_overs_to(person integer) returns void language plpgsql as $$
begin
  -- The lock waits for a hand-over that is being made: it has found the colleague active.
  lock table hand_overs in share row exclusive mode;
  with ended as (
    update hand_overs set ended_at = now() where to_user_id = person and ended_at is null and until > now() returning id
  ), found as (
    -- The notes end as in endNotes, src/server/notes/hand-over-notes.ts; nobody edits them, as the account is
    -- gone.
    select n.id, n.body as before, n.created_at < now() - interval '5 minutes' as is_kept,
      regexp_replace(n.body, '^(@.+?) looks after this order until [^.]+\.', '\1 looked after this order until '
        || (select to_char(shown_at(now(), until, offsets), 'Mon FMDD YYYY FMHH24:MI') from clock) || '.') as after
    from notes n join ended on ended.id = n.hand_over_id
    where n.deleted_at is null and n.body ~ '^(@.+?) looks after this order until [^.]+\.'
  ), kept as (
    insert into note_versions (note_id, body) select id, before from found where is_kept
  )
  update notes n set body = f.after, updated_by = null, updated_at = next_version(n.updated_at),
    edited_at = case when f.is_kept then now() else n.edited_at end
  from found f where n.id = f.id;
end $$;

create function hand_overs_of_user() returns trigger language plpgsql as $$
begin
  perform end_hand_overs_to(new.id);
  return null;
end $$;

create trigger users_hand_overs after update of disabled_at, deleted_at, role on users for each row
  when ((old.disabled_at is null and old.deleted_at is null and old.role && array['ROLE_ADMIN', 'ROLE_MANAGER'])
    and not (new.disabled_at is null and new.deleted_at is null and new.role && array['ROLE_ADMIN', 'ROLE_MANAGER']))
  execute function hand_overs_of_user();
