create function add_to_attention_total(person integer, code text, more bigint, more_orders bigint, more_rule_orders bigint)
  returns void language plpgsql as $$
begin
  update attention_totals set n = n + more, orders = orders + more_orders, rule_orders = rule_orders + more_rule_orders where id = (
    select id from attention_totals where in_charge_id = person and rule = code for update skip locked limit 1
  );
  if not found then
    insert into attention_totals (in_charge_id, rule, n, orders, rule_orders) values (person, code, more, more_orders, more_rule_orders);
  end if;
end $$;

-- Totals change once per statement, and not at all if no row changed, as in most refreshes.
create function attention_total_inserted() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows) then return null; end if;
  perform add_to_attention_total(person, rule, n, orders, rule_orders) from (
    select coalesce(in_charge_id, 0) as person, rule, count(*) as n,
      count(*) filter (where not follows) as orders, count(*) filter (where not follows_in_rule) as rule_orders
    from new_rows where resolved_at is null and waived_reason is null group by 1, 2
  ) changed;
  perform place_attention(array(select distinct order_id from new_rows where order_id is not null));
  return null;
end $$;

create function attention_total_deleted() returns trigger language plpgsql as $$
begin
  if not exists (select from old_rows) then return null; end if;
  perform add_to_attention_total(person, rule, -n, -orders, -rule_orders) from (
    select coalesce(in_charge_id, 0) as person, rule, count(*) as n,
      count(*) filter (where not follows) as orders, count(*) filter (where not follows_in_rule) as rule_orders
    from old_rows where resolved_at is null and waived_reason is null group by 1, 2
  ) changed;
  return null;
end $$;

create function attention_total_updated() returns trigger language plpgsql as $$
declare
  touched integer[];
begin
  if not exists (select from new_rows) then return null; end if;
  perform add_to_attention_total(person, rule, n, orders, rule_orders) from (
    select coalesce(in_charge_id, 0) as person, rule, sum(one) as n,
      coalesce(sum(one) filter (where not follows), 0) as orders,
      coalesce(sum(one) filter (where not follows_in_rule), 0) as rule_orders
    from (
      select in_charge_id, rule, follows, follows_in_rule, 1 as one from new_rows where resolved_at is null and waived_reason is null
      union all
      select in_charge_id, rule, follows, follows_in_rule, -1 from old_rows where resolved_at is null and waived_reason is null
    ) each group by 1, 2
  ) changed where (n, orders, rule_orders) <> (0, 0, 0);
  touched := array(
    select distinct n.order_id from new_rows n join old_rows o on o.id = n.id
    where n.order_id is not null
      and (n.severity, n.due_at, n.in_charge_id, n.resolved_at is null, n.waived_reason is null)
        is distinct from (o.severity, o.due_at, o.in_charge_id, o.resolved_at is null, o.waived_reason is null));
  if touched <> '{}' then perform place_attention(touched); end if;
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

-- Corrects the totals, for a rebuild. Items and totals change together, so the difference is the same in
-- every snapshot: nobody waits, and concurrent changes count themselves.
create function recount_attention() returns void language sql as $$
  insert into attention_totals (in_charge_id, rule, n, orders, rule_orders)
  select person, rule, sum(n), sum(orders), sum(rule_orders) from (
    select coalesce(in_charge_id, 0) as person, rule, count(*) as n,
      count(*) filter (where not follows) as orders, count(*) filter (where not follows_in_rule) as rule_orders
    from attention where resolved_at is null and waived_reason is null group by 1, 2
    union all
    select in_charge_id, rule, -n, -orders, -rule_orders from attention_totals
  ) each group by 1, 2 having (sum(n), sum(orders), sum(rule_orders)) <> (0, 0, 0)
$$;
