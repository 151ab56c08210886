-- Clocks with what people read: where they run, the day it is there, when the last free day is due (17:00) and over,
-- what the days since have cost, and the order or else the sailing that they concern.
create view shown_free_times as
  select f.*, k.number as container_number, k.sailing_id as container_sailing_id, coalesce(f.order_id, k.order_id) as concerned_order_id,
    coalesce(k.sailing_id, l.sailing_id) as sailing_id, p.id as place_id, p.name as place_name, r.name as rule_name, r.currency, r.tiers,
    n.today, n.due_at, n.over_at, greatest(0, least(n.today, f.ended_on) - f.last_free_day) as charged_days,
    q.cbm, q.revenue_tons, c.amount as accrued, c.per_day
  from free_times f
    left join containers k on k.id = f.container_id
    left join loadings l on l.order_id = coalesce(f.order_id, k.order_id)
    left join sailings s on s.id = l.sailing_id
    left join places p on p.id = case when f.container_id is null then s.destination_place_id else k.terminal_place_id end
    left join free_time_rules r on r.id = f.rule_id
    cross join lateral (select day_in(now(), p.time_zone) as today,
      instant_in(f.last_free_day + time '17:00', p.time_zone)::timestamptz(3) as due_at,
      instant_in(f.last_free_day + 1 + time '00:00', p.time_zone)::timestamptz(3) as over_at offset 0) n
    cross join lateral (select * from charged_units(f.container_id, f.order_id) offset 0) q
    left join lateral charges_of_days(r.tiers, greatest(0, least(n.today, f.ended_on) - f.last_free_day), q.cbm, q.revenue_tons) c
      on f.last_free_day is not null and r.id is not null;

-- What days are charged per: the volume and the revenue tons of an order, or of all orders in a container, as measured,
-- else as booked. Revenue tons are those of a calculation: at least MIN_RT.
create function charged_units(of_container integer, of_order integer, out cbm numeric, out revenue_tons numeric)
language sql stable as $$
  select m.cbm, greatest(m.cbm, m.kg / 1000, (select value from constants where name = 'MIN_RT' and m.cbm is not null))
  from (
    select sum(coalesce(l.volume_cbm, o.shipment_volume)) as cbm, sum(coalesce(l.weight_kg, o.shipment_weight)) as kg
    from orders o left join loadings l on l.order_id = o.id
    where o.deleted_at is null and o.status <> 1 and case when of_order is not null then o.id = of_order
      else l.container_id = of_container or o.id = (select order_id from containers where id = of_container) end
  ) m
$$;
