-- The form in which names are compared, as `comparedForm` of the contract: without case, width, unseen characters
-- and kinds of dashes, each run of white space one space.
create function compared_form(value text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(lower(normalize(value, nfkc) collate names) collate "C",
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufffc]',
    '', 'g'), '[\u2010-\u2015\u2212]', '-', 'g'), '[\s\u0085]+', ' ', 'g'))
$$;

-- A destination of rates without spaces and case: 'us wc-lax' is USWC-LAX.
create function destination_key(dest text) returns text language sql immutable strict parallel safe as $$
  select upper(replace(dest, ' ', '') collate "C")
$$;

-- Refuses a second record of a name in another spelling, like a unique index. Names that were stored before stay.
create function one_of_a_name() returns trigger language plpgsql as $$
declare
  is_there boolean;
begin
  perform pg_advisory_xact_lock(7385511, hashtext(tg_table_name));
  execute format('select exists (select from %I where compared_form(name) = compared_form($1) and id <> $2)', tg_table_name)
    into is_there using new.name, new.id;
  if is_there then raise unique_violation using message = 'this name exists', table = tg_table_name; end if;
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
create trigger requirements_one_name_new before insert on document_requirements for each row execute function one_of_a_name();
create trigger requirements_one_name before update of name on document_requirements for each row
  when (old.name <> new.name) execute function one_of_a_name();
create trigger freight_one_rate_new before insert on freight for each row execute function one_rate();
create trigger freight_one_rate before update of tier, dest on freight for each row
  when (old.tier <> new.tier or old.dest <> new.dest) execute function one_rate();
