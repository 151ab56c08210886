-- Keeps the row of one of these tables; the arguments are the kind, and the columns of its name and of its
-- code.
create function keep_named_record() returns trigger language plpgsql as $$
declare
  title text;
  code text := '';
begin
  if tg_op = 'DELETE' then
    delete from named_records n where n.kind = tg_argv[0] and n.id = old.id;
    return null;
  end if;
  execute format('select ($1).%I', tg_argv[1]) into title using new;
  if tg_nargs > 2 then
    execute format('select coalesce(($1).%I, '''')', tg_argv[2]) into code using new;
  end if;
  insert into named_records as n (kind, id, title, code, folded_title, folded_code)
  values (tg_argv[0], new.id, title, code, fold(title), fold(code))
  on conflict (kind, id) do update
  set title = excluded.title, code = excluded.code, folded_title = excluded.folded_title, folded_code = excluded.folded_code
  where (n.title collate "C", n.code) is distinct from (excluded.title collate "C", excluded.code);
  return null;
end $$;

create function forget_named_records() returns trigger language plpgsql as $$
begin
  delete from named_records n where n.kind = tg_argv[0];
  return null;
end $$;

create trigger articles_named after insert or update of title or delete on articles
  for each row execute function keep_named_record('article', 'title');
create trigger articles_named_truncate after truncate on articles for each statement execute function forget_named_records('article');
create trigger carriers_named after insert or update of name, scac or delete on carriers
  for each row execute function keep_named_record('carrier', 'name', 'scac');
create trigger carriers_named_truncate after truncate on carriers for each statement execute function forget_named_records('carrier');
create trigger cartages_named after insert or update of name or delete on cartages
  for each row execute function keep_named_record('cartage', 'name');
create trigger cartages_named_truncate after truncate on cartages for each statement execute function forget_named_records('cartage');
create trigger cities_named after insert or update of name, code or delete on cities
  for each row execute function keep_named_record('city', 'name', 'code');
create trigger cities_named_truncate after truncate on cities for each statement execute function forget_named_records('city');
create trigger depots_named after insert or update of name, code or delete on depots
  for each row execute function keep_named_record('depot', 'name', 'code');
create trigger depots_named_truncate after truncate on depots for each statement execute function forget_named_records('depot');
create trigger events_named after insert or update of name or delete on events
  for each row execute function keep_named_record('event', 'name');
create trigger events_named_truncate after truncate on events for each statement execute function forget_named_records('event');
create trigger html_blocks_named after insert or update of title, identifier or delete on html_blocks
  for each row execute function keep_named_record('block', 'title', 'identifier');
create trigger html_blocks_named_truncate after truncate on html_blocks for each statement execute function forget_named_records('block');
create trigger mail_templates_named after insert or update of title or delete on mail_templates
  for each row execute function keep_named_record('template', 'title');
create trigger mail_templates_named_truncate after truncate on mail_templates for each statement execute function forget_named_records('template');
create trigger places_named after insert or update of name, firms_code, sub_location_code or delete on places
  for each row execute function keep_named_record('place', 'name', 'customs_code');
create trigger places_named_truncate after truncate on places for each statement execute function forget_named_records('place');
create trigger ports_named after insert or update of name, code or delete on ports
  for each row execute function keep_named_record('port', 'name', 'code');
create trigger ports_named_truncate after truncate on ports for each statement execute function forget_named_records('port');
create trigger vessels_named after insert or update of name, imo_number or delete on vessels
  for each row execute function keep_named_record('vessel', 'name', 'imo_number');
create trigger vessels_named_truncate after truncate on vessels for each statement execute function forget_named_records('vessel');
