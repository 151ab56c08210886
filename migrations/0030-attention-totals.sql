-- How many items are open, by who is in charge and by rule, without counting them: as in 0008, a writer takes any row of its
-- total that nobody else holds, or adds one. The sum over the rows is the total as of the reader's snapshot. What is snoozed
-- now is a matter of time: readers count that by its index, and take it off.
create table attention_totals (
  id integer generated always as identity primary key,
  -- 0 for nobody.
  in_charge_id integer not null,
  rule text not null,
  n bigint not null
) with (fillfactor = 50);
create index attention_totals_key on attention_totals (in_charge_id, rule);

-- Snoozed and claimed items, which are few among those that are open.
create index attention_asleep on attention (snoozed_until)
  where snoozed_until is not null and resolved_at is null and waived_reason is null;
create index attention_claims on attention (claimed_by, claimed_at)
  where claimed_by is not null and resolved_at is null and waived_reason is null;

create function add_to_attention_total(person integer, code text, delta bigint) returns void language plpgsql as $$
begin
  update attention_totals set n = n + delta where id = (
    select id from attention_totals where in_charge_id = person and rule = code for update skip locked limit 1
  );
  if not found then insert into attention_totals (in_charge_id, rule, n) values (person, code, delta); end if;
end $$;

-- Once a statement, however many items it changes.
create function attention_total_inserted() returns trigger language plpgsql as $$
begin
  perform add_to_attention_total(person, rule, delta) from (
    select coalesce(in_charge_id, 0) as person, rule, count(*) as delta from new_rows
    where resolved_at is null and waived_reason is null group by 1, 2
  ) changed;
  return null;
end $$;
create function attention_total_deleted() returns trigger language plpgsql as $$
begin
  perform add_to_attention_total(person, rule, delta) from (
    select coalesce(in_charge_id, 0) as person, rule, -count(*) as delta from old_rows
    where resolved_at is null and waived_reason is null group by 1, 2
  ) changed;
  return null;
end $$;
create function attention_total_updated() returns trigger language plpgsql as $$
begin
  perform add_to_attention_total(person, rule, delta) from (
    select coalesce(in_charge_id, 0) as person, rule, sum(one) as delta from (
      select in_charge_id, rule, 1 as one from new_rows where resolved_at is null and waived_reason is null
      union all
      select in_charge_id, rule, -1 from old_rows where resolved_at is null and waived_reason is null
    ) each group by 1, 2 having sum(one) <> 0
  ) changed;
  return null;
end $$;
create function attention_total_truncated() returns trigger language plpgsql as $$
begin
  delete from attention_totals;
  return null;
end $$;

create trigger attention_total_insert after insert on attention referencing new table as new_rows
  for each statement execute function attention_total_inserted();
create trigger attention_total_delete after delete on attention referencing old table as old_rows
  for each statement execute function attention_total_deleted();
create trigger attention_total_update after update on attention referencing old table as old_rows new table as new_rows
  for each statement execute function attention_total_updated();
create trigger attention_total_truncate after truncate on attention
  for each statement execute function attention_total_truncated();

-- Counts everything again, for a rebuild: changes of items wait meanwhile, readers do not.
create function recount_attention() returns void language plpgsql as $$
begin
  lock table attention in share row exclusive mode;
  delete from attention_totals;
  insert into attention_totals (in_charge_id, rule, n)
  select coalesce(in_charge_id, 0), rule, count(*) from attention
  where resolved_at is null and waived_reason is null group by 1, 2;
end $$;
select recount_attention();

-- What the figures of the day count, and the next cut-off when nothing waits.
create index confirmations_cargo_cut_off on confirmations (cargo_cut_off_at) where cargo_cut_off_at is not null;
create index confirmations_port_arrival on confirmations (coalesce(port_actual_time_of_arrival_at, port_estimated_time_of_arrival_at))
  where coalesce(port_actual_time_of_arrival_at, port_estimated_time_of_arrival_at) is not null;
create index orders_unconfirmed on orders (created_at) where status = 0 and deleted_at is null
  and estimated_transportation is not null and (last_milestone is null or last_milestone < 'confirmed');
create index orders_unpriced on orders (created_at)
  where status = 0 and deleted_at is null and transportation_mode = 1 and estimated_transportation is null;
