-- Names of one statement are kept in one order, as `keep_order_names` does. A name stays when its last order
-- goes.
create function keep_company_names(names text[]) returns void language sql as $$
  insert into company_names select distinct n from unnest(names) n
  where n <> '' and not exists (select from company_names k where k.name = n collate names) order by n
  on conflict do nothing
$$;

create function company_names_inserted() returns trigger language plpgsql as $$
begin
  perform keep_company_names(array(select distinct company_name from new_rows));
  return null;
end $$;

create trigger orders_company_insert after insert on orders referencing new table as new_rows
  for each statement execute function company_names_inserted();

create function company_name_updated() returns trigger language plpgsql as $$
begin
  perform keep_company_names(array[new.company_name]);
  return null;
end $$;

create trigger orders_company_update after update of company_name on orders
  for each row when (old.company_name <> new.company_name) execute function company_name_updated();
