-- True once an order ended after this item was done: its waiver does not come back.
alter table attention add waiver_over boolean not null default false;
-- What was waived so far was waived until its cause ends.
update attention set waiver_over = true where resolved_at is not null and waived_reason is not null;

-- As in 0028, but an item whose cause comes back takes over what people did about the last one of the same order, rule and
-- subject: its waiver, unless the order ended since, and its snooze while that lies ahead.
create or replace function refresh_attention(ids integer[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from orders where id = any(ids) order by id for no key update;
  with expected as materialized (select * from attention_expected where order_id = any(ids)),
  gone as (
    update attention a set resolved_at = now(), updated_at = now()
    where a.order_id = any(ids) and a.resolved_at is null
      and not exists (select from expected e where e.order_id = a.order_id and e.rule = a.rule and e.subject = a.subject)
  ), changed as (
    update attention a set severity = e.severity, due_at = e.due_at, detail = e.detail, in_charge_id = e.in_charge_id, updated_at = now(),
      -- A snooze ends early when the matter becomes more urgent.
      snoozed_by = case when e.severity <= a.severity then a.snoozed_by end,
      snoozed_at = case when e.severity <= a.severity then a.snoozed_at end,
      snoozed_until = case when e.severity <= a.severity then a.snoozed_until end
    from expected e
    where a.order_id = e.order_id and a.rule = e.rule and a.subject = e.subject and a.resolved_at is null
      and (a.severity, a.due_at, a.detail, a.in_charge_id) is distinct from (e.severity, e.due_at, e.detail, e.in_charge_id)
  )
  insert into attention (order_id, rule, subject, severity, due_at, detail, in_charge_id,
    waived_by, waived_at, waived_reason, snoozed_by, snoozed_at, snoozed_until)
  select e.order_id, e.rule, e.subject, e.severity, e.due_at, e.detail, e.in_charge_id,
    case when not last.waiver_over then last.waived_by end,
    case when not last.waiver_over then last.waived_at end,
    case when not last.waiver_over then last.waived_reason end,
    case when last.asleep then last.snoozed_by end,
    case when last.asleep then last.snoozed_at end,
    case when last.asleep then last.snoozed_until end
  from expected e left join lateral (
    select a.*, a.snoozed_until > now() and e.severity <= a.severity
      -- Nor one that ended with its due time, or would have: as attention_wake, for an item that was away meanwhile.
      and (a.due_at > a.snoozed_at and (a.due_at <= a.resolved_at or e.due_at <= a.snoozed_at)) is not true as asleep
    from attention a
    where a.order_id = e.order_id and a.rule = e.rule and a.subject = e.subject and a.resolved_at is not null
    order by a.resolved_at desc, a.id desc limit 1
  ) last on true
  where not exists (select from attention a
    where a.order_id = e.order_id and a.rule = e.rule and a.subject = e.subject and a.resolved_at is null);
  -- Cancelled and completed orders.
  if exists (select from orders where id = any(ids) and status <> 0) then
    update attention a set waiver_over = true from orders o
    where o.id = any(ids) and o.status <> 0 and a.order_id = o.id
      and a.resolved_at is not null and a.waived_reason is not null and not a.waiver_over;
  end if;
end $$;
