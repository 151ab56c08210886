-- The day that the clocks of a time zone show at an instant; those of the forwarder where the zone is unknown. Its cost
-- lets the planner remember the day of a zone.
create function day_in(at timestamptz, of_zone text) returns date language sql stable parallel safe cost 10000 as $$
  select shown_at(at, c.until, c.offsets)::date
  from (select until, offsets, 1 as place from zone_clocks where zone = of_zone
    union all select until, offsets, 2 from clock order by place limit 1) c
$$;

-- The instant at which those clocks show a time.
create function instant_in(shown timestamp, of_zone text) returns timestamptz language sql stable parallel safe as $$
  select instant_of(shown, c.walls, c.offsets)
  from (select walls, offsets, 1 as place from zone_clocks where zone = of_zone
    union all select walls, offsets, 2 from clock order by place limit 1) c
$$;
