-- What concerns no order obeys the values of its rule, and a rebuild, as everything else in the queue does.

-- Since when a webhook is off because nothing arrived: its item is due then, whatever is edited later. Null while it is on.
alter table webhooks add disabled_at timestamptz(3);
update webhooks w set disabled_at = coalesce(
  (select due_at from attention where rule = 'webhook-disabled' and subject = w.id::text and resolved_at is null), w.updated_at)
where disabled_reason is not null;

create function webhook_disabled_at() returns trigger language plpgsql as $$
begin
  new.disabled_at := case when new.disabled_reason is not null then coalesce(new.disabled_at, now()) end;
  return new;
end $$;
-- After webhooks_switched, by name: it takes the reason away.
create trigger webhooks_switched_off_at before update on webhooks for each row
  when (old.disabled_reason is distinct from new.disabled_reason) execute function webhook_disabled_at();

create view attention_webhook_disabled as
  select null::integer as order_id, w.id::text as subject, null::smallint as severity, w.disabled_at as due_at,
    jsonb_build_object('url', w.url) as detail
  from webhooks w where w.disabled_reason is not null;

-- What refresh_attention is for orders, for the items that concern none. The rule is locked first, so that a webhook that fails
-- while the rule is switched on is seen by one of the two.
create function refresh_attention_of_no_order() returns void language plpgsql as $$
begin
  perform from attention_rules where code = 'webhook-disabled' for no key update;
  with expected as materialized (
    select r.code as rule, v.subject, coalesce(v.severity, r.severity) as severity, v.due_at, v.detail
    from attention_webhook_disabled v join attention_rules r on r.code = 'webhook-disabled' and r.active
  ), gone as (
    update attention a set resolved_at = now(), updated_at = now()
    where a.order_id is null and a.resolved_at is null
      and not exists (select from expected e where e.rule = a.rule and e.subject = a.subject)
  ), changed as (
    update attention a set severity = e.severity, due_at = e.due_at, detail = e.detail, updated_at = now(),
      -- A snooze ends early when the matter becomes more urgent.
      snoozed_by = case when e.severity <= a.severity then a.snoozed_by end,
      snoozed_at = case when e.severity <= a.severity then a.snoozed_at end,
      snoozed_until = case when e.severity <= a.severity then a.snoozed_until end
    from expected e
    where a.order_id is null and a.rule = e.rule and a.subject = e.subject and a.resolved_at is null
      and (a.severity, a.due_at, a.detail) is distinct from (e.severity, e.due_at, e.detail)
  )
  insert into attention (rule, subject, severity, due_at, detail, waived_by, waived_at, waived_reason, snoozed_by, snoozed_at, snoozed_until)
  select e.rule, e.subject, e.severity, e.due_at, e.detail, last.waived_by, last.waived_at, last.waived_reason,
    case when last.asleep then last.snoozed_by end,
    case when last.asleep then last.snoozed_at end,
    case when last.asleep then last.snoozed_until end
  from expected e left join lateral (
    -- What people did about it counts again when its rule was off meanwhile. One that fails another time is another matter.
    select a.*, a.snoozed_until > now() and e.severity <= a.severity as asleep
    from attention a
    where a.order_id is null and a.rule = e.rule and a.subject = e.subject and a.due_at = e.due_at and a.resolved_at is not null
    order by a.resolved_at desc, a.id desc limit 1
  ) last on true
  where not exists (select from attention a
    where a.order_id is null and a.rule = e.rule and a.subject = e.subject and a.resolved_at is null);
end $$;
create index attention_of_no_order on attention (rule, subject) where order_id is null;

create or replace function webhook_attention() returns trigger language plpgsql as $$
begin
  perform refresh_attention_of_no_order();
  return null;
end $$;
drop trigger webhooks_attention_update on webhooks;
create trigger webhooks_attention_update after update on webhooks for each row
  when ((old.disabled_at, old.url) is distinct from (new.disabled_at, new.url)) execute function webhook_attention();
drop trigger webhooks_attention_delete on webhooks;
create trigger webhooks_attention_delete after delete on webhooks for each row
  when (old.disabled_at is not null) execute function webhook_attention();

select refresh_attention_of_no_order();
