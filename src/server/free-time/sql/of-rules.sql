-- Running clocks follow their rules and the holidays at their places; those that have ended stay as they were. Whoever
-- changes a container meanwhile waits, and counts by the new rules.
create function free_times_of_rules() returns trigger language plpgsql as $$
declare
  clocks text[];
begin
  perform pg_advisory_xact_lock(6201032);
  if tg_op = 'DELETE' then select array_agg(distinct clock) into clocks from old_rows;
  elsif tg_op = 'INSERT' then select array_agg(distinct clock) into clocks from new_rows;
  else select array_agg(distinct clock) into clocks from (select clock from old_rows union select clock from new_rows) both_rows; end if;
  if clocks is null then return null; end if;
  perform keep_free_times(
    array(select id from containers k where
      (clocks && '{demurrage,rail}' and k.gated_out_at is null and (k.discharged_at is not null or k.available_at is not null))
      or (clocks && '{detention}' and k.returned_at is null
        and (k.gated_out_at is not null or k.available_at is not null or k.discharged_at is not null))),
    array(select e.order_id from order_events e where 'storage' = any(clocks) and e.milestone = 'stripped' and e.withdrawn_at is null
      and not exists (select from order_events d where d.order_id = e.order_id and d.milestone in ('out-for-delivery', 'delivered') and d.withdrawn_at is null)));
  -- Items name what the days cost.
  if tg_op = 'UPDATE' then
    perform refresh_free_time_items(array(select f.id from free_times f join new_rows n on n.id = f.rule_id where f.ended_on is null));
  end if;
  return null;
end $$;

create trigger free_time_rules_clocks_insert after insert on free_time_rules referencing new table as new_rows
  for each statement execute function free_times_of_rules();
create trigger free_time_rules_clocks_update after update on free_time_rules referencing old table as old_rows new table as new_rows
  for each statement execute function free_times_of_rules();
create trigger free_time_rules_clocks_delete after delete on free_time_rules referencing old table as old_rows
  for each statement execute function free_times_of_rules();

create function free_times_of_holidays() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(6201032);
  perform keep_free_times(
    array(select distinct container_id from free_times where ended_on is null and unit = 'working' and container_id is not null),
    array(select order_id from free_times where ended_on is null and unit = 'working' and order_id is not null));
  return null;
end $$;

create trigger holidays_clocks after insert or update or delete on holidays
  for each statement execute function free_times_of_holidays();
