-- The departure is the actual date, else the day of its event; the days are those of the delivery grid. The
-- view is read from the orders in progress: beginning with every delivery time takes four seconds at a
-- million orders.
create view attention_late_delivery as
  select o.id as order_id, ''::text as subject, null::smallint as severity, n.due_at, jsonb_build_object('days', n.days) as detail
  from orders o left join confirmations c on c.order_id = o.id left join locations p on p.id = o.origin_location_id
    cross join lateral (
      select t.days, (t.days * interval '24 hours' + coalesce(c.actual_time_of_departure_at, (
        select max(e.date) from order_events e where e.order_id = o.id and e.milestone = 'departed' and e.withdrawn_at is null
      )))::timestamptz(3) as due_at
      from delivery_times t where t.depot_id = coalesce(o.origin_depot_id, p.depot_id) and t.cartage_id = o.shipment_destination
      -- The offset keeps the planner from beginning with the delivery times.
      offset 0
    ) n
  where (c.actual_time_of_departure_at is not null or o.last_milestone >= 'departed')
    and c.place_actual_time_of_arrival_at is null and (o.last_milestone is null or o.last_milestone < 'delivered')
    and n.due_at <= now() - interval '24 hours' and o.status = 0 and o.deleted_at is null;
