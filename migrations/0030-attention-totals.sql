-- How many items are open, by who is in charge and by rule, without counting them: as in 0008, a writer takes any row of its
-- total that nobody else holds, or adds one. The sum over the rows is the total as of the reader's snapshot. What is snoozed
-- now is a matter of time: readers count that by its index, and take it off.
create table attention_totals (
  id integer generated always as identity primary key,
  -- 0 for nobody.
  in_charge_id integer not null,
  rule text not null,
  n bigint not null
) with (fillfactor = 50);
create index attention_totals_key on attention_totals (in_charge_id, rule);

-- Snoozed and claimed items, which are few among those that are open.
create index attention_asleep on attention (snoozed_until)
  where snoozed_until is not null and resolved_at is null and waived_reason is null;
create index attention_claims on attention (claimed_by, claimed_at)
  where claimed_by is not null and resolved_at is null and waived_reason is null;

create function add_to_attention_total(person integer, code text, delta bigint) returns void language plpgsql as $$
begin
  update attention_totals set n = n + delta where id = (
    select id from attention_totals where in_charge_id = person and rule = code for update skip locked limit 1
  );
  if not found then insert into attention_totals (in_charge_id, rule, n) values (person, code, delta); end if;
end $$;

-- Once a statement, however many items it changes.
create function attention_total_inserted() returns trigger language plpgsql as $$
begin
  perform add_to_attention_total(person, rule, delta) from (
    select coalesce(in_charge_id, 0) as person, rule, count(*) as delta from new_rows
    where resolved_at is null and waived_reason is null group by 1, 2
  ) changed;
  return null;
end $$;
create function attention_total_deleted() returns trigger language plpgsql as $$
begin
  perform add_to_attention_total(person, rule, delta) from (
    select coalesce(in_charge_id, 0) as person, rule, -count(*) as delta from old_rows
    where resolved_at is null and waived_reason is null group by 1, 2
  ) changed;
  return null;
end $$;
create function attention_total_updated() returns trigger language plpgsql as $$
begin
  perform add_to_attention_total(person, rule, delta) from (
    select coalesce(in_charge_id, 0) as person, rule, sum(one) as delta from (
      select in_charge_id, rule, 1 as one from new_rows where resolved_at is null and waived_reason is null
      union all
      select in_charge_id, rule, -1 from old_rows where resolved_at is null and waived_reason is null
    ) each group by 1, 2 having sum(one) <> 0
  ) changed;
  return null;
end $$;
create function attention_total_truncated() returns trigger language plpgsql as $$
begin
  delete from attention_totals;
  return null;
end $$;

create trigger attention_total_insert after insert on attention referencing new table as new_rows
  for each statement execute function attention_total_inserted();
create trigger attention_total_delete after delete on attention referencing old table as old_rows
  for each statement execute function attention_total_deleted();
create trigger attention_total_update after update on attention referencing old table as old_rows new table as new_rows
  for each statement execute function attention_total_updated();
create trigger attention_total_truncate after truncate on attention
  for each statement execute function attention_total_truncated();

-- Adds what the totals lack, or have too much, for a rebuild. Items and totals change together, so the difference is the same in
-- every snapshot: nobody waits, and what changes meanwhile counts itself.
create function recount_attention() returns void language sql as $$
  insert into attention_totals (in_charge_id, rule, n)
  select person, rule, sum(n) from (
    select coalesce(in_charge_id, 0) as person, rule, count(*) as n from attention
    where resolved_at is null and waived_reason is null group by 1, 2
    union all
    select in_charge_id, rule, -n from attention_totals
  ) each group by 1, 2 having sum(n) <> 0
$$;
select recount_attention();

-- What the figures of the day count, and the next cut-off when nothing waits.
create index confirmations_cargo_cut_off on confirmations (cargo_cut_off_at) where cargo_cut_off_at is not null;
create index confirmations_port_arrival on confirmations (coalesce(port_actual_time_of_arrival_at, port_estimated_time_of_arrival_at))
  where coalesce(port_actual_time_of_arrival_at, port_estimated_time_of_arrival_at) is not null;
-- With the id, it is read without the orders.
create index orders_unconfirmed on orders (created_at, id) where status = 0 and deleted_at is null
  and estimated_transportation is not null and (last_milestone is null or last_milestone < 'confirmed');
create index orders_unpriced on orders (created_at)
  where status = 0 and deleted_at is null and transportation_mode = 1 and estimated_transportation is null;

-- The same as in 0028, in a form that is read from the orders in progress: at a million orders it began with every delivery
-- time, and took four seconds.
create or replace view attention_late_delivery as
  select o.id as order_id, ''::text as subject, null::smallint as severity, n.due_at, jsonb_build_object('days', n.days) as detail
  from orders o left join confirmations c on c.order_id = o.id left join locations p on p.id = o.origin_location_id
    cross join lateral (
      select t.days, (t.days * interval '24 hours' + coalesce(c.actual_time_of_departure_at, (
        select max(e.date) from order_events e where e.order_id = o.id and e.milestone = 'departed' and e.withdrawn_at is null
      )))::timestamptz(3) as due_at
      from delivery_times t where t.depot_id = coalesce(o.origin_depot_id, p.depot_id) and t.cartage_id = o.shipment_destination
      -- Keeps the planner from beginning with the delivery times.
      offset 0
    ) n
  where (c.actual_time_of_departure_at is not null or o.last_milestone >= 'departed')
    and c.place_actual_time_of_arrival_at is null and (o.last_milestone is null or o.last_milestone < 'delivered')
    and n.due_at <= now() - interval '24 hours' and o.status = 0 and o.deleted_at is null;

-- The same as in 0028; the severity of each rule is read once, not joined to each item.
create or replace view attention_expected as
  select x.order_id, x.rule, x.subject, coalesce(x.severity, x.usual) as severity, x.due_at, x.detail, u.id as in_charge_id
  from (
    select 'mail-failed' as rule, (select severity from attention_rules where code = 'mail-failed') as usual, v.*
      from attention_mail_failed v where (select attention_active('mail-failed'))
    union all select 'cargo-cut-off', (select severity from attention_rules where code = 'cargo-cut-off'), v.*
      from attention_cargo_cut_off v where (select attention_active('cargo-cut-off'))
    union all select 'document', (select severity from attention_rules where code = 'document'), v.*
      from attention_document v where (select attention_active('document'))
    union all select 'not-departed', (select severity from attention_rules where code = 'not-departed'), v.*
      from attention_not_departed v where (select attention_active('not-departed'))
    union all select 'not-arrived', (select severity from attention_rules where code = 'not-arrived'), v.*
      from attention_not_arrived v where (select attention_active('not-arrived'))
    union all select 'quiet', (select severity from attention_rules where code = 'quiet'), v.*
      from attention_quiet v where (select attention_active('quiet'))
    union all select 'quote-waiting', (select severity from attention_rules where code = 'quote-waiting'), v.*
      from attention_quote_waiting v where (select attention_active('quote-waiting'))
    union all select 'client-document', (select severity from attention_rules where code = 'client-document'), v.*
      from attention_client_document v where (select attention_active('client-document'))
    union all select 'unconfirmed', (select severity from attention_rules where code = 'unconfirmed'), v.*
      from attention_unconfirmed v where (select attention_active('unconfirmed'))
    union all select 'late-delivery', (select severity from attention_rules where code = 'late-delivery'), v.*
      from attention_late_delivery v where (select attention_active('late-delivery'))
    union all select 'measured-differs', (select severity from attention_rules where code = 'measured-differs'), v.*
      from attention_measured_differs v where (select attention_active('measured-differs'))
    union all select 'customs-exam', (select severity from attention_rules where code = 'customs-exam'), v.*
      from attention_customs_exam v where (select attention_active('customs-exam'))
    union all select 'note-due', (select severity from attention_rules where code = 'note-due'), v.*
      from attention_note_due v where (select attention_active('note-due'))
    union all select 'draft-waiting', (select severity from attention_rules where code = 'draft-waiting'), v.*
      from attention_draft_waiting v where (select attention_active('draft-waiting'))
  ) x
    join orders o on o.id = x.order_id
    left join users u on u.id = o.in_charge_id and u.disabled_at is null and u.deleted_at is null;
