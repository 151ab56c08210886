-- What is at the destination: containers that are not back, of arrived sailings and of FCL orders that have arrived,
-- and LCL orders that have arrived and are not delivered. Each with its running clock that ends first. Clocks are joined
-- as a set, not looked for row by row; whoever counts rows does not read them.
create view arrivals as
  select 'c' || k.id as key, k.id as container_id, k.order_id, k.sailing_id, k.terminal_place_id as place_id,
    k.in_charge_id, k.number, k.tracking_code, k.company_name, k.reference, f.id as free_time_id, f.last_free_day
  from (
    select k.id, k.order_id, k.sailing_id, k.terminal_place_id, k.number, null::integer as in_charge_id, null as tracking_code, null as company_name, s.reference
    from sailings s join containers k on k.sailing_id = s.id
    where s.status = 'arrived' and k.returned_at is null
    union all
    select k.id, k.order_id, l.sailing_id, k.terminal_place_id, k.number, o.in_charge_id, o.tracking_code, o.company_name, s.reference
    from containers k join orders o on o.id = k.order_id left join loadings l on l.order_id = o.id left join sailings s on s.id = l.sailing_id
    where o.status = 0 and o.deleted_at is null and o.transportation_mode = 1 and k.returned_at is null and k.order_id is not null
      and (s.status = 'arrived' or o.last_milestone >= 'arrived' or k.discharged_at is not null)
  ) k left join (
    select distinct on (container_id) container_id, id, last_free_day from free_times
    where ended_on is null and container_id is not null order by container_id, last_free_day, clock
  ) f on f.container_id = k.id
  union all
  select 'o' || o.id, null, o.id, o.sailing_id, o.destination_place_id, o.in_charge_id, null, o.tracking_code, o.company_name, o.reference,
    f.id, f.last_free_day
  from (
    select o.id, o.in_charge_id, o.tracking_code, o.company_name, s.id as sailing_id, s.destination_place_id, s.reference
    from orders o left join loadings l on l.order_id = o.id left join sailings s on s.id = l.sailing_id
    where o.status = 0 and o.deleted_at is null and o.last_milestone >= 'arrived' and o.last_milestone < 'delivered' and o.transportation_mode = 0
    union all
    select o.id, o.in_charge_id, o.tracking_code, o.company_name, s.id, s.destination_place_id, s.reference
    from sailings s join loadings l on l.sailing_id = s.id join orders o on o.id = l.order_id
    where s.status = 'arrived' and o.status = 0 and o.deleted_at is null and (o.last_milestone is null or o.last_milestone < 'arrived') and o.transportation_mode = 0
  ) o left join free_times f on f.order_id = o.id and f.clock = 'storage' and f.ended_on is null;

-- Whether the arrival notice of an order was mailed, or waits to be.
create function arrival_notice_mailed(of_order integer) returns boolean language sql stable as $$
  select exists (
    select from documents d
      join mail_documents a on a.document_id = d.id
      join mail_deliveries y on y.mail_id = a.mail_id and y.role = 'to' and y.state <> 'cancelled'
    where d.order_id = of_order and d.category_id = 4)
$$;
