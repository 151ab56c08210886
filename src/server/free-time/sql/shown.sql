-- Clocks with what people read: where they run, the day it is there, when the last free day is due (17:00) and over,
-- what the days since have cost, and the order or else the sailing that they concern. Volumes are null where nothing is
-- charged by them. Whoever reads many clocks pays once for a zone, and once for a rule and a number of days: the charges are
-- fenced, and cost enough for the planner to remember them.
create view shown_free_times as
  select f.*, k.number as container_number, k.sailing_id as container_sailing_id, coalesce(f.order_id, k.order_id) as concerned_order_id,
    coalesce(k.sailing_id, l.sailing_id) as sailing_id, p.id as place_id, p.name as place_name, r.name as rule_name, r.currency, r.tiers,
    z.today, instant_of(f.last_free_day + time '17:00', z.walls, z.offsets)::timestamptz(3) as due_at,
    instant_of(f.last_free_day + 1 + time '00:00', z.walls, z.offsets)::timestamptz(3) as over_at, coalesce(d.charged_days, 0) as charged_days,
    q.cbm, q.revenue_tons, c.amount as accrued, c.per_day
  from free_times f
    left join containers k on k.id = f.container_id
    left join loadings l on l.order_id = coalesce(f.order_id, k.order_id)
    left join sailings s on s.id = l.sailing_id
    left join places p on p.id = case when f.container_id is null then s.destination_place_id else k.terminal_place_id end
    left join free_time_rules r on r.id = f.rule_id
    cross join lateral (select c.walls, c.offsets, shown_at(now(), c.until, c.offsets)::date as today from clock_in(p.time_zone) c offset 0) z
    cross join lateral (select case when f.last_free_day is not null
      then greatest(0, least(z.today, f.ended_on) - f.last_free_day) end as charged_days offset 0) d
    left join lateral (select * from charged_units(f.container_id, f.order_id)
      where r.tiers @? '$[*] ? (@.per == "cbm-day" || @.per == "rt-day")' offset 0) q on true
    left join lateral (select * from charges_of_days(r.tiers, d.charged_days, q.cbm, q.revenue_tons)
      where r.id is not null and d.charged_days is not null offset 0) c on true;

-- What days are charged per: the volume and the revenue tons of an order, or of all orders in a container, as measured,
-- else as booked. Revenue tons are those of a calculation: at least MIN_RT.
create function charged_units(of_container integer, of_order integer, out cbm numeric, out revenue_tons numeric)
language sql stable as $$
  select m.cbm, greatest(m.cbm, m.kg / 1000, (select value from constants where name = 'MIN_RT' and m.cbm is not null))
  from (
    select sum(coalesce(l.volume_cbm, o.shipment_volume)) as cbm, sum(coalesce(l.weight_kg, o.shipment_weight)) as kg
    from (
      select of_order as id
      union select order_id from loadings where of_order is null and container_id = of_container
      union select order_id from containers where of_order is null and id = of_container
    ) aboard join orders o on o.id = aboard.id left join loadings l on l.order_id = o.id
    where o.deleted_at is null and o.status <> 1
  ) m
$$;
