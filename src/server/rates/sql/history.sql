-- What the calculator reads of a record, as the API names it. `row` is a row of the entity's table.
create function rate_values(entity text, of jsonb) returns jsonb language sql stable strict as $$
  select case entity
    when 'freight' then jsonb_build_object('tier', of->'tier', 'dest', of->'dest', 'cbm', of->'cbm', 'mt', of->'mt')
    when 'depot' then jsonb_build_object('name', of->'name', 'tier', of->'tier', 'status', of->'status', 'visibility', of->'visibility',
      'depotFixed', of->'depot_fixed', 'depotVar', of->'depot_var', 'depotVarMin', of->'depot_var_min')
    when 'location' then jsonb_build_object('name', (select name from cities where id = (of->>'city_id')::int),
      'depotId', of->'depot_id', 'visibility', of->'visibility',
      'precarFixed', of->'precar_fixed', 'precarVar', of->'precar_var', 'precarVarMin', of->'precar_var_min')
    when 'constant' then jsonb_build_object('name', of->'name', 'value', of->'value')
    when 'cartage' then jsonb_build_object('name', of->'name', 'dest', of->'dest', 'status', of->'status', 'exclusion', of->'exclusion',
      'amazon', (select is_amazon from cartage_categories where id = (of->>'category_id')::int))
  end
$$;

-- Keeps each set of values of a record with the time in which it was true, without a gap: the old one ends where
-- the new one begins. Null values end a record. A set that is applied gives all its records one instant
-- (quayside.rates_at) and its id.
create function keep_rate(of_entity text, record_of int, now_true jsonb) returns void language plpgsql as $$
declare
  since timestamptz := coalesce(nullif(current_setting('quayside.rates_at', true), '')::timestamptz,
    date_trunc('milliseconds', clock_timestamp()));
begin
  update rate_history set valid = tstzrange(lower(valid), greatest(since, lower(valid) + interval '1 millisecond'))
    where entity = of_entity and record_id = record_of and upper_inf(valid);
  if now_true is not null then
    insert into rate_history (entity, record_id, values, valid, set_id)
    select of_entity, record_of, now_true,
      tstzrange(greatest(since, (select max(upper(valid)) from rate_history where entity = of_entity and record_id = record_of)), null),
      nullif(current_setting('quayside.rate_set', true), '')::int;
  end if;
end $$;

create function keep_rate_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform keep_rate(tg_argv[0], old.id, null);
  else perform keep_rate(tg_argv[0], new.id, rate_values(tg_argv[0], to_jsonb(new)));
  end if;
  return null;
end $$;

-- A pick-up location bears the name of its city.
create function keep_city_name() returns trigger language plpgsql as $$
begin
  perform keep_rate('location', l.id, rate_values('location', to_jsonb(l))) from locations l where l.city_id = new.id;
  return null;
end $$;

create trigger cities_history after update of name on cities for each row
  when (old.name is distinct from new.name) execute function keep_city_name();
create trigger freight_history_row after insert or delete on freight for each row execute function keep_rate_history('freight');
create trigger freight_history after update of tier, dest, cbm, mt on freight for each row
  when ((old.tier, old.dest, old.cbm, old.mt) is distinct from (new.tier, new.dest, new.cbm, new.mt))
  execute function keep_rate_history('freight');
create trigger depots_history_row after insert or delete on depots for each row execute function keep_rate_history('depot');
create trigger depots_history after update of name, tier, status, visibility, depot_fixed, depot_var, depot_var_min on depots for each row
  when ((old.name, old.tier, old.status, old.visibility, old.depot_fixed, old.depot_var, old.depot_var_min)
    is distinct from (new.name, new.tier, new.status, new.visibility, new.depot_fixed, new.depot_var, new.depot_var_min))
  execute function keep_rate_history('depot');
create trigger locations_history_row after insert or delete on locations for each row execute function keep_rate_history('location');
create trigger locations_history after update of city_id, depot_id, visibility, precar_fixed, precar_var, precar_var_min on locations
  for each row when ((old.city_id, old.depot_id, old.visibility, old.precar_fixed, old.precar_var, old.precar_var_min)
    is distinct from (new.city_id, new.depot_id, new.visibility, new.precar_fixed, new.precar_var, new.precar_var_min))
  execute function keep_rate_history('location');
create trigger constants_history_row after insert or delete on constants for each row execute function keep_rate_history('constant');
create trigger constants_history after update of name, value on constants for each row
  when ((old.name, old.value) is distinct from (new.name, new.value)) execute function keep_rate_history('constant');
create trigger cartages_history_row after insert or delete on cartages for each row execute function keep_rate_history('cartage');
create trigger cartages_history after update of name, category_id, dest, status, exclusion on cartages for each row
  when ((old.name, old.category_id, old.dest, old.status, old.exclusion)
    is distinct from (new.name, new.category_id, new.dest, new.status, new.exclusion))
  execute function keep_rate_history('cartage');

-- Who saved the values: whoever the trail names in the same transaction.
create function sign_rate_history() returns trigger language plpgsql as $$
begin
  update rate_history set user_id = new.user_id
  where entity = rtrim(new.entity, 's') and record_id = new.entity_id and upper_inf(valid) and user_id is null
    and xmin = pg_current_xact_id()::xid;
  return null;
end $$;

create trigger audit_entries_sign_rates after insert on audit_entries for each row
  when (new.entity in ('freight', 'depots', 'locations', 'constants', 'cartages') and new.entity_id is not null and new.user_id is not null)
  execute function sign_rate_history();
