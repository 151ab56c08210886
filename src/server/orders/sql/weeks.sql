-- Weeks of a time, counted from 1970. Orders of the same time lie together in the list, but nothing says
-- where: an index by week and id finds the first and last order of any range of days with one look for each
-- week.
create function week_of(at timestamptz) returns integer language sql immutable strict parallel safe
  return floor(extract(epoch from at) / 604800)::integer;
