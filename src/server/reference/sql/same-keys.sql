-- The form in which names are compared, as `comparedForm` of the contract: without case, width, unseen characters
-- and kinds of dashes, each run of white space one space.
create function compared_form(value text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(lower(normalize(value, nfkc) collate names) collate "C",
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufffc]',
    '', 'g'), '[\u2010-\u2015\u2212]', '-', 'g'), '[\s\u0085]+', ' ', 'g'))
$$;

-- The same with Latin letters in place of the Cyrillic and Greek ones that look like them (src/contract/lib/look-alikes.ts).
create function name_key(value text) returns text language sql immutable strict parallel safe as $$
  select compared_form(translate(value,
    'АВЕЅІЈКМНОРСТУХҮԚԜԌѴӀЗаеѕіјорсухһԛԝԁкмнтвѵӏзΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρικυαχϲϹϳͿ',
    'ABESIJKMHOPCTYXYQWGVI3aesijopcyxhqwdkmhtbvl3ABEZHIKMNOPTYXovpikuaxcCjJ'))
$$;

-- The key by which codes are compared, as `codeKey` of the contract: 'US_WC-lax' is USWCLAX; a code of signs only is
-- itself. Null for null without being strict: PostgreSQL puts only such a body into the statement.
create function code_key(code text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(upper(code collate "C"), '[\t-\r -/:-@\[-`{-~\u2010-\u2015\u2212]', '', 'g'), ''), code)
$$;

-- A destination of rates as it is compared: 'us wc_lax' is USWC-LAX. The index of rates has this expression.
create function destination_key(dest text) returns text language sql immutable parallel safe as $$
  select code_key(dest)
$$;

-- Refuses a second record of a name in another spelling, or in letters that look like it, as a unique index would. Names
-- that were stored before stay.
create function one_of_a_name() returns trigger language plpgsql as $$
declare
  is_there boolean;
begin
  perform pg_advisory_xact_lock(7385511, hashtext(tg_table_name));
  execute format('select exists (select from %I where name_key(name) = name_key($1) and id <> $2)', tg_table_name)
    into is_there using new.name, new.id;
  if is_there then raise unique_violation using message = 'this name exists', table = tg_table_name; end if;
  return new;
end $$;

-- The same for codes, in the column that the trigger names.
create function one_of_a_code() returns trigger language plpgsql as $$
declare
  is_there boolean;
begin
  perform pg_advisory_xact_lock(7385511, hashtext(tg_table_name));
  execute format('select exists (select from %I where code_key(%I) = code_key($1) and id <> $2)', tg_table_name, tg_argv[0])
    into is_there using to_jsonb(new) ->> tg_argv[0], new.id;
  if is_there then raise unique_violation using message = 'this code exists', table = tg_table_name; end if;
  return new;
end $$;

-- The same for the destination of a rate.
create function one_rate() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7385511, hashtext(tg_table_name));
  if exists (select from freight where tier = new.tier and destination_key(dest) = destination_key(new.dest) and id <> new.id)
  then raise unique_violation using message = 'this rate exists', table = tg_table_name; end if;
  return new;
end $$;

create trigger depots_one_name_new before insert on depots for each row execute function one_of_a_name();
create trigger depots_one_name before update of name on depots for each row
  when (old.name <> new.name) execute function one_of_a_name();
create trigger carriers_one_name_new before insert on carriers for each row execute function one_of_a_name();
create trigger carriers_one_name before update of name on carriers for each row
  when (old.name <> new.name) execute function one_of_a_name();
create trigger places_one_name_new before insert on places for each row execute function one_of_a_name();
create trigger places_one_name before update of name on places for each row
  when (old.name <> new.name) execute function one_of_a_name();
create trigger requirements_one_name_new before insert on document_requirements for each row execute function one_of_a_name();
create trigger requirements_one_name before update of name on document_requirements for each row
  when (old.name <> new.name) execute function one_of_a_name();
create trigger ports_one_code_new before insert on ports for each row execute function one_of_a_code('code');
create trigger ports_one_code before update of code on ports for each row
  when (old.code <> new.code) execute function one_of_a_code('code');
create trigger cities_one_code_new before insert on cities for each row execute function one_of_a_code('code');
create trigger cities_one_code before update of code on cities for each row
  when (old.code <> new.code) execute function one_of_a_code('code');
create trigger vessels_one_number_new before insert on vessels for each row execute function one_of_a_code('imo_number');
create trigger vessels_one_number before update of imo_number on vessels for each row
  when (old.imo_number <> new.imo_number) execute function one_of_a_code('imo_number');
create trigger freight_one_rate_new before insert on freight for each row execute function one_rate();
create trigger freight_one_rate before update of tier, dest on freight for each row
  when (old.tier <> new.tier or old.dest <> new.dest) execute function one_rate();
