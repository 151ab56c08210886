create function report_day(at timestamptz) returns date language sql stable as $$
  select shown_at(at, until, offsets)::date from clock
$$;

create function utc_day(at timestamptz) returns date language sql immutable as $$
  select (at at time zone 'UTC')::date
$$;

create function mark_report_days(days date[]) returns void language sql as $$
  insert into report_changes (day)
  select distinct day from unnest(days) day where day < (select report_day(now()))
$$;

-- A day that is counted or forgotten removes the sums of its month, whichever version of the server does so.
create function report_days_of_months() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from report_months where month in (select date_trunc('month', day)::date from old_rows);
  else
    delete from report_months where month in (select date_trunc('month', day)::date from new_rows);
  end if;
  return null;
end $$;

create trigger report_days_insert after insert on report_days referencing new table as new_rows
  for each statement execute function report_days_of_months();
create trigger report_days_update after update on report_days referencing new table as new_rows
  for each statement execute function report_days_of_months();
create trigger report_days_delete after delete on report_days referencing old table as old_rows
  for each statement execute function report_days_of_months();
