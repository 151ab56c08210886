-- Versions have millisecond precision and grow by at least 1 ms per change:
-- docs/decisions/001-numbers-and-times.md.
create function next_version(old timestamptz) returns timestamptz language sql volatile as $$
  select greatest(date_trunc('milliseconds', clock_timestamp()), old + interval '1 millisecond')
$$;
