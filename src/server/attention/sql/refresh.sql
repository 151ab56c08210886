-- Brings the items of these orders up to date, but for those of mail (of-mail-in.sql), which outlive their orders' end. The lock comes first: another change of one of them is waited
-- for and then seen, so that two changes at once never leave an item that neither of them would. An item
-- whose cause returns takes over what people did about the last one of the same order, rule and subject: its
-- waiver, unless the order ended since, and its snooze while that lies ahead.
create function refresh_attention(ids integer[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from orders where id = any(ids) order by id for no key update;
  with expected as materialized (select * from attention_expected where order_id = any(ids)),
  gone as (
    update attention a set resolved_at = now(), updated_at = now()
    where a.order_id = any(ids) and a.resolved_at is null and a.rule <> 'client-mail'
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
      -- A snooze that ended with its due time, or would have, does not return either: as in attention_wake,
      -- for an item that was away meanwhile.
      and (a.due_at > a.snoozed_at and (a.due_at <= a.resolved_at or e.due_at <= a.snoozed_at)) is not true as asleep
    from attention a
    where a.order_id = e.order_id and a.rule = e.rule and a.subject = e.subject and a.resolved_at is not null
    order by a.resolved_at desc, a.id desc limit 1
  ) last on true
  where not exists (select from attention a
    where a.order_id = e.order_id and a.rule = e.rule and a.subject = e.subject and a.resolved_at is null);
  -- Status other than 0: cancelled and completed orders.
  if exists (select from orders where id = any(ids) and status <> 0) then
    update attention a set waiver_over = true from orders o
    where o.id = any(ids) and o.status <> 0 and a.order_id = o.id
      and a.resolved_at is not null and a.waived_reason is not null and not a.waiver_over;
  end if;
end $$;

-- Orders whose items are out of date, because time passed or a value was changed. Only orders in progress are
-- joined: finding who is in charge would otherwise read the whole table.
create function stale_attention() returns integer[] language sql stable as $$
  select coalesce(array_agg(distinct order_id order by order_id), '{}') from (
    select order_id from (
        select x.*, case when x.rule = 'draft-waiting' then p.id else coalesce(p.id, u.id) end as in_charge_id
        from attention_expected_items x
          join orders o on o.id = x.order_id and o.status = 0 and o.deleted_at is null
          left join users p on p.id = (case x.rule when 'draft-waiting' then x.detail ->> 'userId' when 'note-due' then x.detail ->> 'assigneeId' end)::integer
            and p.disabled_at is null and p.deleted_at is null
          left join users u on u.id = o.in_charge_id and u.disabled_at is null and u.deleted_at is null
      ) e
      full join (select * from attention where resolved_at is null and order_id is not null and rule <> 'client-mail') a using (order_id, rule, subject)
    where (a.severity, a.due_at, a.detail, a.in_charge_id) is distinct from (e.severity, e.due_at, e.detail, e.in_charge_id)
      or a.id is null or e.severity is null
  ) differing
$$;

create function place_attention(touched integer[]) returns void language plpgsql as $$
begin
  update attention a set follows = f.follows, follows_in_rule = f.follows_in_rule
  from (
    select id,
      row_number() over (partition by order_id, in_charge_id order by severity desc, due_at, id) > 1 as follows,
      row_number() over (partition by order_id, in_charge_id, rule order by severity desc, due_at, id) > 1 as follows_in_rule
    from attention where order_id = any(touched) and resolved_at is null and waived_reason is null
  ) f
  where a.id = f.id and (a.follows, a.follows_in_rule) <> (f.follows, f.follows_in_rule);
end $$;

-- Does what refresh_attention does, for items that concern no order: those of these rules, or of all; of these
-- subjects, or of all. The rules are locked first, so that a webhook that fails while its rule is being switched
-- on is seen by one of the two. Who names subjects holds their rows, and shares the rules with others.
create function refresh_attention_of_no_order(only_rules text[] default null, only_subjects text[] default null)
returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  if only_subjects is null then
    perform from attention_rules
    where code in ('carrier-differs', 'charges-running', 'empty-return-due', 'feed-failing', 'free-time-ends', 'mailbox-failing',
      'offer-accepted', 'offer-follow-up', 'offer-question', 'rate-gap', 'webhook-disabled')
      and (only_rules is null or code = any(only_rules)) order by code for no key update;
  else
    perform from attention_rules where code = any(only_rules) order by code for share;
  end if;
  with expected as materialized (
    select r.code as rule, v.subject, coalesce(v.severity, r.severity) as severity, v.due_at, v.detail
    from (
      select 'webhook-disabled' as rule, w.* from attention_webhook_disabled w
      union all select 'rate-gap', g.* from attention_rate_gap g
      union all select 'offer-follow-up', f.* from attention_offer_follow_up f
      union all select 'offer-accepted', c.* from attention_offer_accepted c
      union all select 'offer-question', q.* from attention_offer_question q
      union all select 'mailbox-failing', m.* from attention_mailbox_failing m
      union all select 'free-time-ends', t.* from attention_free_time_ends t where t.order_id is null
      union all select 'empty-return-due', t.* from attention_empty_return_due t where t.order_id is null
      union all select 'charges-running', t.* from attention_charges_running t where t.order_id is null
      union all select 'carrier-differs', d.* from attention_carrier_differs d
      union all select 'feed-failing', e.* from attention_feed_failing e
    ) v join attention_rules r on r.code = v.rule and r.active
    where (only_rules is null or v.rule = any(only_rules)) and (only_subjects is null or v.subject = any(only_subjects))
  ), present as (
    select * from attention
    where order_id is null and resolved_at is null and rule <> 'client-mail'
      and (only_rules is null or rule = any(only_rules)) and (only_subjects is null or subject = any(only_subjects))
  ), gone as (
    update attention a set resolved_at = now(), updated_at = now() from present
    where a.id = present.id and not exists (select from expected e where e.rule = a.rule and e.subject = a.subject)
  ), changed as (
    update attention a set severity = e.severity, due_at = e.due_at, detail = e.detail, updated_at = now(),
      -- A snooze ends early when the matter becomes more urgent.
      snoozed_by = case when e.severity <= a.severity then a.snoozed_by end,
      snoozed_at = case when e.severity <= a.severity then a.snoozed_at end,
      snoozed_until = case when e.severity <= a.severity then a.snoozed_until end
    from present join expected e on e.rule = present.rule and e.subject = present.subject
    where a.id = present.id and (a.severity, a.due_at, a.detail) is distinct from (e.severity, e.due_at, e.detail)
  )
  insert into attention (rule, subject, severity, due_at, detail, waived_by, waived_at, waived_reason, snoozed_by, snoozed_at, snoozed_until)
  select e.rule, e.subject, e.severity, e.due_at, e.detail, last.waived_by, last.waived_at, last.waived_reason,
    case when last.asleep then last.snoozed_by end,
    case when last.asleep then last.snoozed_at end,
    case when last.asleep then last.snoozed_until end
  from expected e left join lateral (
    -- Claims, snoozes and waivers count again when the rule was off meanwhile. A new failure is another item.
    select a.*, a.snoozed_until > now() and e.severity <= a.severity as asleep
    from attention a
    where a.order_id is null and a.rule = e.rule and a.subject = e.subject and a.due_at = e.due_at and a.resolved_at is not null
    order by a.resolved_at desc, a.id desc limit 1
  ) last on true
  where not exists (select from present p where p.rule = e.rule and p.subject = e.subject);
end $$;
