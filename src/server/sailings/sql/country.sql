-- The country of a place, 'US' for 'USLAX' and 'US-CHI': the first two letters of its code, where the code of
-- some port begins with them. Null for any other: its country is unknown.
create function country_of_place(code text) returns text language sql stable strict parallel safe as $$
  select known.country from (select upper(left(code, 2)) as country) known
  where known.country ~ '^[A-Z]{2}$' and exists (select from ports p where upper(left(p.code, 2)) = known.country)
$$;
