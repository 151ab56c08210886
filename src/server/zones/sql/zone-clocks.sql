-- The clock of a time zone; that of the forwarder where the zone is unknown. The planner inlines it: whoever reads many rows
-- joins it once a zone, and reads it with `shown_at` and `instant_of`.
create function clock_in(of_zone text) returns table (until timestamptz[], walls timestamp[], offsets integer[])
language sql stable parallel safe as $$
  select c.until, c.walls, c.offsets
  from (select z.until, z.walls, z.offsets, 1 as place from zone_clocks z where z.zone = of_zone
    union all select f.until, f.walls, f.offsets, 2 from clock f order by place limit 1) c
$$;

-- The day that the clocks of a time zone show at an instant; those of the forwarder where the zone is unknown.
create function day_in(at timestamptz, of_zone text) returns date language sql stable parallel safe as $$
  select shown_at(at, c.until, c.offsets)::date from clock_in(of_zone) c
$$;

-- The instant at which those clocks show a time.
create function instant_in(shown timestamp, of_zone text) returns timestamptz language sql stable parallel safe as $$
  select instant_of(shown, c.walls, c.offsets) from clock_in(of_zone) c
$$;
