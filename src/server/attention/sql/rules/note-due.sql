create view attention_note_due as
  select n.order_id, n.id::text as subject, null::smallint as severity, n.due_at,
    jsonb_build_object('noteId', n.id, 'body', left(n.body, 200), 'assigneeId', n.assignee_id) as detail
  from notes n join orders o on o.id = n.order_id
  where n.due_at <= now() and n.done_at is null and n.deleted_at is null and o.status = 0 and o.deleted_at is null;
