-- As in 0060, but an assigned task is in the queue of whom it is assigned to. Without an assignee, or with one whose account is
-- disabled, it is in the queue of who is in charge of the order.
create or replace view attention_expected as
  select x.order_id, x.rule, x.subject, x.severity, x.due_at, x.detail,
    case when x.rule = 'draft-waiting' then p.id else coalesce(p.id, u.id) end as in_charge_id
  from attention_expected_items x
    join orders o on o.id = x.order_id
    left join users p on p.id = (case x.rule when 'draft-waiting' then x.detail ->> 'userId' when 'note-due' then x.detail ->> 'assigneeId' end)::integer
      and p.disabled_at is null and p.deleted_at is null
    left join users u on u.id = o.in_charge_id and u.disabled_at is null and u.deleted_at is null;

create or replace function stale_attention() returns integer[] language sql stable as $$
  select coalesce(array_agg(distinct order_id order by order_id), '{}') from (
    select order_id from (
        select x.*, case when x.rule = 'draft-waiting' then p.id else coalesce(p.id, u.id) end as in_charge_id
        from attention_expected_items x
          join orders o on o.id = x.order_id and o.status = 0 and o.deleted_at is null
          left join users p on p.id = (case x.rule when 'draft-waiting' then x.detail ->> 'userId' when 'note-due' then x.detail ->> 'assigneeId' end)::integer
            and p.disabled_at is null and p.deleted_at is null
          left join users u on u.id = o.in_charge_id and u.disabled_at is null and u.deleted_at is null
      ) e
      full join (select * from attention where resolved_at is null and order_id is not null) a using (order_id, rule, subject)
    where (a.severity, a.due_at, a.detail, a.in_charge_id) is distinct from (e.severity, e.due_at, e.detail, e.in_charge_id)
      or a.id is null or e.severity is null
  ) differing
$$;

-- As in 0028, with what is theirs on the orders of others.
create or replace function attention_of_user() returns trigger language plpgsql as $$
begin
  perform refresh_attention(array(
    select id from orders where in_charge_id = new.id and status = 0 and deleted_at is null
    union select order_id from notes where assignee_id = new.id and due_at <= now() and done_at is null and deleted_at is null
    union select record_id from drafts where user_id = new.id and api_key_id is not null));
  return null;
end $$;

select refresh_attention(array(select order_id from attention where rule = 'note-due' and resolved_at is null));
