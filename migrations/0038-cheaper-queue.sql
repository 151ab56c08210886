-- All that should be open now, without who is in charge: what 0030 read.
create view attention_expected_items as
  select x.order_id, x.rule, x.subject, coalesce(x.severity, x.usual) as severity, x.due_at, x.detail
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
  ) x;

-- The same as in 0030, by the ids of the orders that are refreshed.
create or replace view attention_expected as
  select x.order_id, x.rule, x.subject, x.severity, x.due_at, x.detail, u.id as in_charge_id
  from attention_expected_items x
    join orders o on o.id = x.order_id
    left join users u on u.id = o.in_charge_id and u.disabled_at is null and u.deleted_at is null;

-- The same as in 0028, joined with orders in progress alone: it read the whole table of orders to find who is in charge. Of a few
-- orders, the join above is found by their ids, whatever the planner knows of the table.
create or replace function stale_attention() returns integer[] language sql stable as $$
  select coalesce(array_agg(distinct order_id order by order_id), '{}') from (
    select order_id from (
        select x.*, u.id as in_charge_id from attention_expected_items x
          join orders o on o.id = x.order_id and o.status = 0 and o.deleted_at is null
          left join users u on u.id = o.in_charge_id and u.disabled_at is null and u.deleted_at is null
      ) e
      full join (select * from attention where resolved_at is null and order_id is not null) a using (order_id, rule, subject)
    where (a.severity, a.due_at, a.detail, a.in_charge_id) is distinct from (e.severity, e.due_at, e.detail, e.in_charge_id)
      or a.id is null or e.severity is null
  ) differing
$$;

-- The same as in 0028; a change of volume or weight alone matters to what is measured on a sailing, and to no other rule.
create or replace function attention_of_orders() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  select array_agg(n.id) into ids from new_rows n join old_rows o on o.id = n.id
  where (n.status, n.deleted_at, n.in_charge_id, n.last_event_entry_id, n.last_event_time, n.last_milestone, n.transportation_mode,
      n.estimated_transportation, n.origin_location_id, n.origin_depot_id, n.shipment_destination)
    is distinct from
    (o.status, o.deleted_at, o.in_charge_id, o.last_event_entry_id, o.last_event_time, o.last_milestone, o.transportation_mode,
      o.estimated_transportation, o.origin_location_id, o.origin_depot_id, o.shipment_destination)
    or ((n.shipment_volume, n.shipment_weight) is distinct from (o.shipment_volume, o.shipment_weight)
      and exists (select from loadings where order_id = n.id));
  if ids is not null then perform refresh_attention(ids); end if;
  return null;
end $$;
