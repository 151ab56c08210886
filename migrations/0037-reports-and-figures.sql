-- Who asked for quotes is kept by itself: with it, each lane of a day had several rows. report_quotes.user_id is written and read
-- only by instances of an earlier version that run beside this one.
create table report_askers (
  day date not null,
  user_id integer,
  asked integer not null,
  priced integer not null,
  booked integer not null,
  quoted_usd numeric(18, 2) not null,
  booked_usd numeric(18, 2) not null
);
create index report_askers_day on report_askers (day);
insert into report_askers
  select day, user_id, sum(asked), sum(priced), sum(booked), sum(quoted_usd), sum(booked_usd) from report_quotes group by 1, 2;
with counted as (delete from report_quotes returning *)
insert into report_quotes (day, kind, origin, destination, asked, priced, booked, quoted_usd, booked_usd)
  select day, kind, origin, destination, sum(asked), sum(priced), sum(booked), sum(quoted_usd), sum(booked_usd) from counted group by 1, 2, 3, 4;

-- Differs from counted_at if an earlier version counted the day last: then it is not complete.
alter table report_days add complete_at timestamptz(3);
update report_days set complete_at = counted_at;

-- A year of days has many rows. So the sums of each month are kept as well, of those tables that have several rows a day.
-- report_months says which months they have.
create table report_months (
  month date primary key
);
create table report_volume_months (
  month date not null,
  origin varchar(50) not null,
  destination varchar(50) not null,
  orders integer not null,
  cancelled integer not null,
  cbm numeric(16, 3) not null,
  kg numeric(18, 3) not null,
  usd numeric(18, 2) not null
);
create table report_quotes_months (
  month date not null,
  kind text not null,
  origin varchar(50) not null,
  destination varchar(50) not null,
  asked integer not null,
  priced integer not null,
  booked integer not null,
  quoted_usd numeric(18, 2) not null,
  booked_usd numeric(18, 2) not null
);
create table report_askers_months (
  month date not null,
  user_id integer,
  asked integer not null,
  priced integer not null,
  booked integer not null,
  quoted_usd numeric(18, 2) not null,
  booked_usd numeric(18, 2) not null
);
create table report_steps_months (
  month date not null,
  came_from milestone not null,
  reached milestone not null,
  days integer not null,
  orders integer not null
);
create table report_staff_months (
  month date not null,
  user_id integer not null,
  events integer not null,
  bookings integer not null
);
create index report_volume_months_month on report_volume_months (month);
create index report_quotes_months_month on report_quotes_months (month);
create index report_askers_months_month on report_askers_months (month);
create index report_steps_months_month on report_steps_months (month);
create index report_staff_months_month on report_staff_months (month);

insert into report_volume_months
  select date_trunc('month', day)::date, origin, destination, sum(orders), sum(cancelled), sum(cbm), sum(kg), sum(usd)
  from report_volume group by 1, 2, 3;
insert into report_quotes_months
  select date_trunc('month', day)::date, kind, origin, destination, sum(asked), sum(priced), sum(booked), sum(quoted_usd), sum(booked_usd)
  from report_quotes group by 1, 2, 3, 4;
insert into report_askers_months
  select date_trunc('month', day)::date, user_id, sum(asked), sum(priced), sum(booked), sum(quoted_usd), sum(booked_usd)
  from report_askers group by 1, 2;
insert into report_steps_months
  select date_trunc('month', day)::date, came_from, reached, days, sum(orders) from report_steps group by 1, 2, 3, 4;
insert into report_staff_months
  select date_trunc('month', day)::date, user_id, sum(events), sum(bookings) from report_staff group by 1, 2;
insert into report_months select distinct date_trunc('month', day)::date from report_days;

-- A day that is counted or forgotten takes the sums of its month with it, whichever version of the server does so.
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

-- How old the queue is, and whose it is, is read from this index alone.
create index attention_open_since on attention (rule, since) include (in_charge_id, due_at)
  where resolved_at is null and waived_reason is null;

-- Whether the confirmation of an order in progress names a vessel, so that bookings that are not confirmed are counted by one
-- index. Of other orders it is not kept, but found when they are in progress again.
alter table orders add vessel_named boolean not null default false;
update orders o set vessel_named = true from confirmations c where c.order_id = o.id and c.vessel_id is not null and o.status = 0;
drop index orders_unconfirmed;
create index orders_unconfirmed on orders (created_at, id) where status = 0 and deleted_at is null
  and estimated_transportation is not null and (last_milestone is null or last_milestone < 'confirmed') and not vessel_named;

create function name_vessel_of_order() returns trigger language plpgsql as $$
begin
  new.vessel_named := exists (select from confirmations where order_id = new.id and vessel_id is not null);
  return new;
end $$;
create trigger orders_vessel_named before update of status on orders for each row
  when (new.status = 0 and old.status <> 0) execute function name_vessel_of_order();

create function name_vessels_of_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update orders set vessel_named = false from old_rows where id = order_id and status = 0 and vessel_named;
  else
    update orders set vessel_named = vessel_id is not null from new_rows
    where id = order_id and status = 0 and vessel_named <> (vessel_id is not null);
  end if;
  return null;
end $$;
-- By their names these come after those of the queue, which lock the orders in the order of their ids.
create trigger confirmations_vessel_insert after insert on confirmations referencing new table as new_rows
  for each statement execute function name_vessels_of_orders();
create trigger confirmations_vessel_update after update on confirmations referencing new table as new_rows
  for each statement execute function name_vessels_of_orders();
create trigger confirmations_vessel_delete after delete on confirmations referencing old table as old_rows
  for each statement execute function name_vessels_of_orders();

-- Orders in the charge of each person, counted without reading the orders.
create index orders_open_in_charge on orders (in_charge_id) where status = 0 and deleted_at is null;
