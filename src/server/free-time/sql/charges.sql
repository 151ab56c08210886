-- What days after the last free day cost, and what the last of them does, as `accruedCharges` computes it
-- (accrued-charges.ts); a test compares the two. Null without tiers, or without the quantity of one that is reached.
create function charges_of_days(tiers jsonb, charged_days integer, cbm numeric, revenue_tons numeric, out amount numeric, out per_day numeric)
language sql immutable parallel safe cost 10000 as $$
  select case when known then spent end, case when known then last_cost end
  from (
    select count(*) > 0 and count(*) = count(cost) as known,
      sum(cost * greatest(0, least(coalesce(t."toDay", charged_days), charged_days) - t."fromDay" + 1)) as spent,
      (array_agg(cost order by t."fromDay" desc))[1] as last_cost
    from jsonb_to_recordset(tiers) as t ("fromDay" integer, "toDay" integer, amount numeric, per text, minimum numeric)
      cross join lateral (select case t.per when 'cbm-day' then cbm when 'rt-day' then revenue_tons else 1 end as quantity) q
      cross join lateral (select case when q.quantity is not null
        then round(greatest(t.amount * q.quantity, t.minimum), 2) end as cost) day
    where t."fromDay" <= greatest(1, charged_days)
  ) summed
$$;
