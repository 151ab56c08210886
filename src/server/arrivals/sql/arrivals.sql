-- What is at the destination: containers that are not back, of arrived sailings and of FCL orders that have arrived,
-- and LCL orders that have arrived and are not delivered. Each with its running clock that ends first.
create view arrivals as
  select 'c' || k.id as key, k.id as container_id, k.order_id, s.id as sailing_id, k.terminal_place_id as place_id,
    o.in_charge_id, k.number, o.tracking_code, o.company_name, s.reference, f.id as free_time_id, f.last_free_day
  from (
    select k.id, s.id as sailing_id from sailings s join containers k on k.sailing_id = s.id
    where s.status = 'arrived' and k.returned_at is null
    union all
    select k.id, l.sailing_id from orders o join containers k on k.order_id = o.id left join loadings l on l.order_id = o.id
      left join sailings s on s.id = l.sailing_id
    where o.status = 0 and o.deleted_at is null and o.transportation_mode = 1 and k.returned_at is null
      and (s.status = 'arrived' or o.last_milestone >= 'arrived' or k.discharged_at is not null)
  ) at_hand
    join containers k on k.id = at_hand.id
    left join sailings s on s.id = at_hand.sailing_id
    left join orders o on o.id = k.order_id
    left join lateral (select t.id, t.last_free_day from free_times t where t.container_id = k.id and t.ended_on is null
      order by t.last_free_day nulls last, t.clock limit 1) f on true
  union all
  select 'o' || o.id, null, o.id, s.id, s.destination_place_id, o.in_charge_id, null, o.tracking_code, o.company_name, s.reference,
    f.id, f.last_free_day
  from (
    select l.order_id from sailings s join loadings l on l.sailing_id = s.id where s.status = 'arrived'
    union
    select o.id from orders o where o.status = 0 and o.deleted_at is null and o.last_milestone >= 'arrived' and o.last_milestone < 'delivered'
  ) at_hand
    join orders o on o.id = at_hand.order_id
    left join loadings l on l.order_id = o.id
    left join sailings s on s.id = l.sailing_id
    left join lateral (select t.id, t.last_free_day from free_times t where t.order_id = o.id and t.ended_on is null limit 1) f on true
  where o.transportation_mode = 0 and o.status = 0 and o.deleted_at is null and (o.last_milestone is null or o.last_milestone < 'delivered');

-- Whether the arrival notice of an order was mailed, or waits to be.
create function arrival_notice_mailed(of_order integer) returns boolean language sql stable as $$
  select exists (
    select from documents d
      join mail_documents a on a.document_id = d.id
      join mail_deliveries y on y.mail_id = a.mail_id and y.role = 'to' and y.state <> 'cancelled'
    where d.order_id = of_order and d.category_id = 4)
$$;
