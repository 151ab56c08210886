-- Codes and addresses keep no characters that nobody sees and no full-width forms, as every save writes them
-- since: an account is found by its address again, a rate by its destination. Where two records would become
-- one, the second keeps its spelling, for people to merge (docs/operations.md, Upgrades).
-- A plain form that is longer than a column takes stays as it is.
create function pg_temp.plain(value text, most integer default 10) returns text language sql immutable as $$
  select case when length(p) <= greatest(most, length(value)) then p else value end from (select btrim(regexp_replace(normalize(regexp_replace(normalize(value, nfkc),
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2'
    '\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0'
    '\ufff0-\ufffc\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a'
    '\U000e0000-\U000e0fff]+', '', 'g'), nfkc), '[\t\u1680]', ' ', 'g')) as p) plain
$$;
-- Whether a text may have another plain form: most are letters, digits and signs of ASCII.
create function pg_temp.odd(value text) returns boolean language sql immutable as $$
  select octet_length(value) <> length(value) or value ~ '[\u0001-\u001f\u007f]'
$$;
-- The address, unless its plain form is none.
create function pg_temp.address(value text) returns text language sql immutable as $$
  select case when p ~ '^[^\s@]+@[^\s@]+$' then p else value end from (select replace(pg_temp.plain(value, 100), '。', '.') as p) plain
$$;
create function pg_temp.place(value text) returns text language sql immutable as $$
  select case when p ~* '^[a-z]{2} ?[a-z2-9]{3}$' then upper(replace(p, ' ', '')) when p = '' then value else p end
  from (select pg_temp.plain(value, 50) as p) plain
$$;
create function pg_temp.key(value text) returns text language sql immutable as $$
  select coalesce(nullif(pg_temp.plain(value), ''), value)
$$;

with plain as (
  select id, address, row_number() over (partition by lower(address collate "C") order by (email = address) desc, id) as turn
  from (select id, email, case when pg_temp.odd(email) then pg_temp.address(email) else email end as address
    from users where deleted_at is null) u
)
update users u set email = p.address from plain p where u.id = p.id and p.turn = 1 and u.email <> p.address;
update users set email = pg_temp.address(email)
where deleted_at is not null and pg_temp.odd(email) and email <> pg_temp.address(email);
update shippers set email = pg_temp.address(email) where pg_temp.odd(email) and email <> pg_temp.address(email);
update mail_addresses set email = pg_temp.address(email) where pg_temp.odd(email) and email <> pg_temp.address(email);
update orders set email = pg_temp.address(email), email_shipper = pg_temp.address(email_shipper)
where (pg_temp.odd(email) or pg_temp.odd(email_shipper))
  and (email, email_shipper) <> (pg_temp.address(email), pg_temp.address(email_shipper));

-- '00' stands for the plus before a country.
update users set phone = regexp_replace(phone, '^(00)+', '') where phone ~ '^00\d*[1-9]';
update shippers set phone = regexp_replace(phone, '^(00)+', '') where phone ~ '^00\d*[1-9]';
update orders set phone = regexp_replace(phone, '^(00)+', ''), phone_shipper = regexp_replace(phone_shipper, '^(00)+', '')
where phone ~ '^00\d*[1-9]' or phone_shipper ~ '^00\d*[1-9]';

update users u set canadian_business_number = b.bare
from (
  select id, upper(regexp_replace(pg_temp.plain(canadian_business_number), '[\s\u002d\u2010-\u2015\u2212]', '', 'g')) as bare
  from users where canadian_business_number <> ''
) b
where u.id = b.id and b.bare ~ '^\d{9}([A-Z]{2}\d{4})?$' and u.canadian_business_number <> b.bare;
update sailings set master_bill = pg_temp.plain(master_bill) where pg_temp.odd(master_bill);
update containers set seal = pg_temp.plain(seal) where pg_temp.odd(seal);
update cartages set dest = pg_temp.key(dest) where pg_temp.odd(dest);
with plain as (
  select id, key, row_number() over (partition by tier, upper(key) order by (dest = key) desc, id) as turn
  from (select id, tier, dest, pg_temp.key(dest) as key from freight) f
)
update freight f set dest = p.key from plain p where f.id = p.id and p.turn = 1 and f.dest <> p.key;

-- A code that becomes plain is carried to what names it, as a save of the place does.
create temporary table renamed on commit drop as
select code, place from (
  select 'ports' as of, id, code, place, row_number() over (partition by upper(place) order by (code = place) desc, id) as turn
  from (select id, code, pg_temp.place(code) as place from ports) p
  union all
  select 'cities', id, code, place, row_number() over (partition by upper(place) order by (code = place) desc, id)
  from (select id, code, pg_temp.place(code) as place from cities) c
) of_both
where turn = 1 and code <> place;
update ports p set code = r.place from renamed r
where p.code = r.code and not exists (select from ports o where upper(o.code) = upper(r.place) and o.id <> p.id);
update cities c set code = r.place from renamed r
where c.code = r.code and not exists (select from cities o where upper(o.code) = upper(r.place) and o.id <> c.id);
delete from renamed r using ports p where p.code = r.code;
delete from renamed r using cities c where c.code = r.code;
update depots d set code = r.place from renamed r where d.code = r.code;
update confirmations c set place_of_receipt = r.place from renamed r where c.place_of_receipt = r.code;
update confirmations c set port_of_loading = r.place from renamed r where c.port_of_loading = r.code;
update confirmations c set port_of_discharge = r.place from renamed r where c.port_of_discharge = r.code;
update confirmations c set place_of_delivery = r.place from renamed r where c.place_of_delivery = r.code;
update sailings s set port_of_loading = r.place from renamed r
where s.port_of_loading = r.code and s.port_of_discharge <> r.place and not exists (
  select from sailings o
  where (o.vessel_id, o.voyage_key, o.port_of_loading, o.port_of_discharge) = (s.vessel_id, s.voyage_key, r.place, s.port_of_discharge)
);
update sailings s set port_of_discharge = r.place from renamed r
where s.port_of_discharge = r.code and s.port_of_loading <> r.place and not exists (
  select from sailings o
  where (o.vessel_id, o.voyage_key, o.port_of_loading, o.port_of_discharge) = (s.vessel_id, s.voyage_key, s.port_of_loading, r.place)
);
drop table renamed;
drop function pg_temp.plain, pg_temp.odd, pg_temp.address, pg_temp.place, pg_temp.key;
