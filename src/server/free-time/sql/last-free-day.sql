-- The last day that costs nothing, as `lastFreeDay` of the contract (src/contract/free-time/last-free-day.ts): a test
-- compares the two. Holidays of the whole country and of its region count.
create function last_free_day(start date, free_days integer, of_unit text, first_day text, of_country text, of_region text)
returns date language plpgsql stable as $$
declare
  at_day date := case when first_day = 'same' then start else start + 1 end;
  counted integer := 0;
  closed date[];
begin
  if start is null or free_days is null then return null; end if;
  if of_unit = 'calendar' then return at_day + free_days - 1; end if;
  closed := array(select h.day from holidays h where h.country = of_country and h.day >= at_day and h.region in ('', of_region));
  loop
    if extract(isodow from at_day) < 6 and at_day <> all(closed) then counted := counted + 1; end if;
    exit when counted = greatest(free_days, 1);
    at_day := at_day + 1;
  end loop;
  return case when free_days = 0 then at_day - 1 else at_day end;
end $$;
