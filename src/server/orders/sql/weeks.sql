-- The week of a time, counted from 1970. Only servers of version 0.13 ask for it, by indexes that are gone; a
-- later migration drops it.
create function week_of(at timestamptz) returns integer language sql immutable strict parallel safe
  return floor(extract(epoch from at) / 604800)::integer;
