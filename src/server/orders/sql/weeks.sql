-- The week of a time, counted from 1970. Orders of a time lie together in the list, but nothing says where: by week and id, the first
-- and the last order of any range of days is a look for each of its weeks.
create function week_of(at timestamptz) returns integer language sql immutable strict parallel safe
  return floor(extract(epoch from at) / 604800)::integer;
