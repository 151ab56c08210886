-- Items that should be open now, without their owner: everything that the views in `rules` find.
create view attention_expected_items as
  select x.order_id, x.rule, x.subject, coalesce(x.severity, x.usual) as severity, x.due_at, x.detail
  from (
    -- for each of rules, joined by '    union all':
    select ':name' as rule, (select severity from attention_rules where code = ':name') as usual, v.*
      from attention_:view v where (select attention_active(':name'))
    -- end
  ) x;

-- Items that should be open now, for orders in progress, with the owner of their queue. An assigned task is
-- in the queue of its assignee; a task without one, or with a disabled one, is in the queue of whoever is in
-- charge of the order. Orders are joined by their ids, which are few when a refresh asks.
create view attention_expected as
  select x.order_id, x.rule, x.subject, x.severity, x.due_at, x.detail,
    case when x.rule = 'draft-waiting' then p.id else coalesce(p.id, u.id) end as in_charge_id
  from attention_expected_items x
    join orders o on o.id = x.order_id
    left join users p on p.id = (case x.rule when 'draft-waiting' then x.detail ->> 'userId' when 'note-due' then x.detail ->> 'assigneeId' end)::integer
      and p.disabled_at is null and p.deleted_at is null
    left join users u on u.id = o.in_charge_id and u.disabled_at is null and u.deleted_at is null;
