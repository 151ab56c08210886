-- Threads with a mail that somebody has to answer: linked with an order, or of a known client. Their items stay
-- when the order is completed or cancelled.
create view attention_client_mail as
  select w.thread_id, w.thread_id::text as subject, w.due_at, o.order_id,
    jsonb_build_object('mailId', w.mail_id, 'from', w.sender, 'mails', w.mails, 'verified', w.verified,
      'orders', coalesce(o.n, 0), 'sailingId', w.sailing_id) as detail
  from (
    select m.thread_id, min(m.received_at) as due_at, count(*)::integer as mails,
      (array_agg(m.id order by m.received_at desc, m.id desc))[1] as mail_id,
      (array_agg(coalesce(nullif(m.from_name, ''), m.from_address) order by m.received_at desc, m.id desc))[1] as sender,
      bool_and(m.verified) as verified,
      (array_agg(m.sailing_id order by m.received_at desc, m.id desc) filter (where m.sailing_id is not null))[1] as sailing_id,
      array_agg(m.id) as ids
    from mail_in m
    where m.state in ('new', 'open') and m.deleted_at is null and (m.automatic is null or m.reopened)
      and (m.snoozed_until is null or m.snoozed_until <= now())
      and (m.client_id is not null or exists (select from mail_in_orders l where l.mail_id = m.id))
    group by m.thread_id
  ) w left join lateral (
    select count(distinct l.order_id)::integer as n, case when count(distinct l.order_id) = 1 then min(l.order_id) end as order_id
    from mail_in_orders l where l.mail_id = any(w.ids)
  ) o on true;

-- Brings the items of these threads up to date; null for all. An item whose order becomes known, or another, is
-- a new one that takes over what people did about the old one. A newer mail ends a waiver and a snooze.
create function refresh_client_mail(threads integer[]) returns void language plpgsql as $$
begin
  perform from mail_threads where id = any(threads) order by id for no key update;
  with expected as materialized (
    select v.subject, v.order_id, r.severity, v.due_at, v.detail, u.id as in_charge_id
    from attention_client_mail v
      join attention_rules r on r.code = 'client-mail' and r.active
      left join orders o on o.id = v.order_id
      left join users u on u.id = o.in_charge_id and u.disabled_at is null and u.deleted_at is null
    where threads is null or v.thread_id = any(threads)
  ), open as (
    select * from attention where rule = 'client-mail' and resolved_at is null
      and (threads is null or subject = any(threads::text[]))
  ), gone as (
    update attention a set resolved_at = now(), updated_at = now() from open
    where a.id = open.id
      and not exists (select from expected e where e.subject = a.subject and e.order_id is not distinct from a.order_id)
  ), changed as (
    update attention a set severity = e.severity, due_at = e.due_at, detail = e.detail, in_charge_id = e.in_charge_id, updated_at = now(),
      snoozed_by = case when newer.it is not true then a.snoozed_by end,
      snoozed_at = case when newer.it is not true then a.snoozed_at end,
      snoozed_until = case when newer.it is not true then a.snoozed_until end,
      waived_by = case when newer.it is not true then a.waived_by end,
      waived_at = case when newer.it is not true then a.waived_at end,
      waived_reason = case when newer.it is not true then a.waived_reason end
    from open join expected e on e.subject = open.subject and e.order_id is not distinct from open.order_id,
      lateral (select (e.detail ->> 'mailId')::integer > (open.detail ->> 'mailId')::integer as it) newer
    where a.id = open.id
      and (open.severity, open.due_at, open.detail, open.in_charge_id) is distinct from (e.severity, e.due_at, e.detail, e.in_charge_id)
  )
  insert into attention (order_id, rule, subject, severity, due_at, detail, in_charge_id, claimed_by, claimed_at,
    waived_by, waived_at, waived_reason, snoozed_by, snoozed_at, snoozed_until)
  select e.order_id, 'client-mail', e.subject, e.severity, e.due_at, e.detail, e.in_charge_id, old.claimed_by, old.claimed_at,
    old.waived_by, old.waived_at, old.waived_reason, old.snoozed_by, old.snoozed_at, old.snoozed_until
  from expected e left join open old on old.subject = e.subject and (old.detail ->> 'mailId') = (e.detail ->> 'mailId')
  where not exists (select from open o where o.subject = e.subject and o.order_id is not distinct from e.order_id);
end $$;

create function attention_of_new_mail() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  select array_agg(distinct thread_id) into ids from new_rows where state in ('new', 'open');
  if ids is not null then perform refresh_client_mail(ids); end if;
  return null;
end $$;

create function attention_of_changed_mail() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  select array_agg(distinct t.id) into ids from new_rows n join old_rows o on o.id = n.id, unnest(array[o.thread_id, n.thread_id]) as t (id)
  where (n.thread_id, n.state, n.deleted_at, n.reopened, n.snoozed_until, n.client_id, n.order_id, n.in_charge_id, n.sailing_id, n.verified, n.matched)
    is distinct from
    (o.thread_id, o.state, o.deleted_at, o.reopened, o.snoozed_until, o.client_id, o.order_id, o.in_charge_id, o.sailing_id, o.verified, o.matched);
  if ids is not null then perform refresh_client_mail(ids); end if;
  return null;
end $$;

create function attention_of_old_mail() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  select array_agg(distinct thread_id) into ids from old_rows;
  if ids is not null then perform refresh_client_mail(ids); end if;
  return null;
end $$;

create function attention_of_mail_link() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  select array_agg(distinct m.thread_id) into ids from mail_in m join changed_rows c on c.mail_id = m.id;
  if ids is not null then perform refresh_client_mail(ids); end if;
  return null;
end $$;

create trigger mail_in_attention_insert after insert on mail_in referencing new table as new_rows
  for each statement execute function attention_of_new_mail();
create trigger mail_in_attention_update after update on mail_in referencing old table as old_rows new table as new_rows
  for each statement execute function attention_of_changed_mail();
create trigger mail_in_attention_delete after delete on mail_in referencing old table as old_rows
  for each statement execute function attention_of_old_mail();
-- These names sort after the triggers that keep the order of a mail.
create trigger mail_in_orders_to_attention_insert after insert on mail_in_orders referencing new table as changed_rows
  for each statement execute function attention_of_mail_link();
create trigger mail_in_orders_to_attention_delete after delete on mail_in_orders referencing old table as changed_rows
  for each statement execute function attention_of_mail_link();

-- Mailboxes that cannot be read.
create view attention_mailbox_failing as
  select null::integer as order_id, i.id::text as subject, null::smallint as severity, i.failing_since as due_at,
    jsonb_build_object('inboxId', i.id, 'name', i.name, 'reason', i.reason) as detail
  from inboxes i where i.active and i.failing_since is not null;

create function mailbox_attention() returns trigger language plpgsql as $$
begin
  perform refresh_attention_of_no_order(array['mailbox-failing']);
  return null;
end $$;

create trigger inboxes_attention_update after update on inboxes for each row
  when ((old.active, old.failing_since, old.reason, old.name) is distinct from (new.active, new.failing_since, new.reason, new.name))
  execute function mailbox_attention();
create trigger inboxes_attention_delete after delete on inboxes for each row
  when (old.failing_since is not null) execute function mailbox_attention();
