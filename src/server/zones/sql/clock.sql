-- What the forwarder's clock shows at an instant, by the columns of the table `clock`, which the server writes when it
-- starts: the database's own rules of time zones may be those of another year. A single expression, in which each
-- of these columns stands once: the planner inlines it, and reads them once a query where they are subselects.
create function shown_at(at timestamptz, until timestamptz[], offsets integer[]) returns timestamp language sql immutable parallel safe as $$
  select at at time zone 'UTC' + offsets[width_bucket(at, until) + 1] * interval '1 second'
$$;

-- The instant at which the forwarder's clock shows a time: one that it skips is an hour later, and of one that
-- comes twice the first is meant.
create function instant_of(shown timestamp, walls timestamp[], offsets integer[]) returns timestamptz language sql immutable parallel safe as $$
  select (shown - offsets[width_bucket(shown, walls) + 1] * interval '1 second') at time zone 'UTC'
$$;
