-- New orders in progress get their papers in the statement that inserts them. Loading many orders at once
-- switches this off together with the queue.
create function papers_of_new_orders() returns trigger language plpgsql as $$
begin
  if not attention_kept() then return null; end if;
  insert into order_requirements (order_id, requirement_id, name, category_id, supplier, mandatory, position, basis, offset_days, due_at)
  select o.id, r.id, r.name, r.category_id, r.supplier, r.mandatory, r.position, r.basis, r.offset_days,
    paper_due(r.basis, r.offset_days, o.created_at, c)
  from new_rows o left join confirmations c on c.order_id = o.id
    join document_requirements r on r.active
      and paper_applies(r, o.transportation_mode, o.shipment_trade_terms, goes_to_amazon(o.shipment_destination), o.custom_brokerage)
  where o.status = 0 and o.deleted_at is null
  order by o.id, r.position, r.id;
  return null;
end $$;

create trigger orders_papers_insert after insert on orders referencing new table as new_rows
  for each statement execute function papers_of_new_orders();

-- Only requirements that begin or cease to apply because of this change count: later edits of the list do
-- not.
create function papers_of_changed_order() returns trigger language plpgsql as $$
declare
  was_amazon boolean := goes_to_amazon(old.shipment_destination);
  now_amazon boolean := goes_to_amazon(new.shipment_destination);
begin
  if not attention_kept() then return null; end if;
  with judged as materialized (
    select r.id,
      paper_applies(r, old.transportation_mode, old.shipment_trade_terms, was_amazon, old.custom_brokerage) as before,
      paper_applies(r, new.transportation_mode, new.shipment_trade_terms, now_amazon, new.custom_brokerage) as after
    from document_requirements r
  ), gone as (
    delete from order_requirements p using judged j
    where p.order_id = new.id and p.requirement_id = j.id and j.before and not j.after
      and p.state = 'open' and p.document_id is null and p.requested_at is null and not p.due_by_hand
  ), marked as (
    update order_requirements p set no_longer_asked = not j.after, updated_at = next_version(p.updated_at) from judged j
    where p.order_id = new.id and p.requirement_id = j.id and j.before <> j.after and p.no_longer_asked = j.after
      and (j.after or not (p.state = 'open' and p.document_id is null and p.requested_at is null and not p.due_by_hand))
  )
  insert into order_requirements (order_id, requirement_id, name, category_id, supplier, mandatory, position, basis, offset_days, due_at)
  select new.id, r.id, r.name, r.category_id, r.supplier, r.mandatory, r.position, r.basis, r.offset_days,
    paper_due(r.basis, r.offset_days, new.created_at, c)
  from judged j join document_requirements r on r.id = j.id and r.active
    left join confirmations c on c.order_id = new.id
  where j.after and not j.before
  on conflict (order_id, requirement_id) do nothing;
  return null;
end $$;

create trigger orders_papers_update after update of transportation_mode, shipment_trade_terms, shipment_destination, custom_brokerage
  on orders for each row
  when ((old.transportation_mode, old.shipment_trade_terms, old.shipment_destination, old.custom_brokerage)
    is distinct from (new.transportation_mode, new.shipment_trade_terms, new.shipment_destination, new.custom_brokerage))
  execute function papers_of_changed_order();

-- Due dates move with the booking confirmation, which follows its sailing.
create function papers_of_confirmation() returns trigger language plpgsql as $$
declare
  of_order integer := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
  c confirmations := case when tg_op = 'DELETE' then null else new end;
begin
  update order_requirements p set due_at = paper_due(p.basis, p.offset_days, o.created_at, c) from orders o
  where p.order_id = of_order and o.id = of_order and p.basis is not null and not p.due_by_hand
    and p.due_at is distinct from paper_due(p.basis, p.offset_days, o.created_at, c)::timestamptz(3);
  return null;
end $$;

create trigger confirmations_papers_insert after insert on confirmations for each row execute function papers_of_confirmation();
create trigger confirmations_papers_delete after delete on confirmations for each row execute function papers_of_confirmation();
create trigger confirmations_papers_update after update of cargo_ready_at, cargo_cut_off_at, documentation_cut_off_at,
    estimated_time_of_departure_at, actual_time_of_departure_at, port_estimated_time_of_arrival_at, port_actual_time_of_arrival_at
  on confirmations for each row
  when ((old.cargo_ready_at, old.cargo_cut_off_at, old.documentation_cut_off_at, old.estimated_time_of_departure_at,
      old.actual_time_of_departure_at, old.port_estimated_time_of_arrival_at, old.port_actual_time_of_arrival_at)
    is distinct from (new.cargo_ready_at, new.cargo_cut_off_at, new.documentation_cut_off_at, new.estimated_time_of_departure_at,
      new.actual_time_of_departure_at, new.port_estimated_time_of_arrival_at, new.port_actual_time_of_arrival_at))
  execute function papers_of_confirmation();

-- A paper whose file is deleted, or withdrawn with its event, is missing again.
create function papers_without_document() returns trigger language plpgsql as $$
begin
  update order_requirements p set document_id = null, updated_at = next_version(p.updated_at),
    state = case when p.state not in ('received', 'accepted') then p.state when p.requested_at is null then 'open' else 'requested' end
  where p.document_id = old.id;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create trigger documents_papers_delete before delete on documents for each row
  when (old.order_id is not null) execute function papers_without_document();
create trigger documents_papers_update before update of order_id on documents for each row
  when (old.order_id is not null and old.order_id is distinct from new.order_id) execute function papers_without_document();
