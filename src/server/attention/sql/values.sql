-- The staff settings that rules need, with their defaults (src/contract/system/staff-settings.ts). The time zone
-- is for instances of an earlier version that run beside this one, which reads the table `clock`.
create view attention_values as select
  coalesce((select (value #>> '{}')::int from settings where key = 'cutOffHours'), 48) as cut_off_hours,
  coalesce((select (value #>> '{}')::int from settings where key = 'quietDays'), 7) as quiet_days,
  coalesce((select value #>> '{}' from settings where key = 'workingHours'), '09:00-18:00') as working_hours,
  coalesce((select value #>> '{}' from settings where key = 'timeZone'), 'UTC') as time_zone;

create function attention_number(rule text, name text) returns numeric language sql stable as $$
  select (parameters ->> name)::numeric from attention_rules where code = rule
$$;

create function attention_active(rule text) returns boolean language sql stable as $$
  select active from attention_rules where code = rule
$$;

-- A time some working hours later, Monday to Friday, by the forwarder's clock.
create function after_working_hours(at timestamptz, hours numeric) returns timestamptz language plpgsql stable as $$
declare
  clocks clock;
  span text;
  here timestamp;
  left_over interval := hours * interval '1 hour';
  opens timestamp;
  closes timestamp;
begin
  select * into clocks from clock;
  select working_hours into span from attention_values;
  here := shown_at(at, clocks.until, clocks.offsets);
  loop
    if extract(isodow from here) < 6 then
      opens := greatest(here, here::date + split_part(span, '-', 1)::time);
      closes := here::date + split_part(span, '-', 2)::time;
      if closes - opens >= left_over then return instant_of(opens + left_over, clocks.walls, clocks.offsets); end if;
      left_over := left_over - greatest(closes - opens, interval '0');
    end if;
    here := here::date + 1;
  end loop;
end $$;

-- The same time of day some working days later; a weekend counts as its Friday. A single expression, which the
-- planner inlines as long as its arguments are columns.
create function weekdays_later(shown timestamp, days integer) returns timestamp language sql immutable as $$
  select case when days <= 0 then shown else shown + (days
    + (least(extract(isodow from shown)::int, 5) - 1 + days) / 5 * 2
    - greatest(extract(isodow from shown)::int - 5, 0)) * interval '1 day' end
$$;

-- Read by a view of the version before, and by nothing in this one: the next drops it.
create function after_working_days(at timestamptz, days integer, zone text) returns timestamptz language sql stable as $$
  select case when days <= 0 then at else weekdays_later(at at time zone zone, days) at time zone zone end
$$;

-- A time in JSON, independent of the connection's time zone.
create function iso_utc(at timestamptz) returns text language sql immutable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
