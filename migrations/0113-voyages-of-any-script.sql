-- Letters that are no letters of ASCII count in a voyage: '018Е' with a Cyrillic letter was the key of '018'.
drop index sailings_voyage_key;
alter table sailings drop column voyage_key;
alter table sailings add column voyage_key varchar(100) not null generated always as
  (regexp_replace(upper(voyage collate "C"), '[\t-\r -/:-@\[-`{-~\u2010-\u2015\u2212]', '', 'g')) stored check (voyage_key <> '');
create unique index sailings_voyage_key on sailings (vessel_id, voyage_key, port_of_loading, port_of_discharge)
  where status <> 'cancelled';

-- Voyages of booking confirmations have their plain form, as every save writes them since: '０１８Ｅ' is '018E'.
update confirmations c set vessel_voyage = p.voyage from (
  select order_id, btrim(regexp_replace(normalize(vessel_voyage, nfkc), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g')) as voyage
  from confirmations where octet_length(vessel_voyage) <> length(vessel_voyage)
) p
where c.order_id = p.order_id and c.vessel_voyage <> p.voyage and length(p.voyage) <= 100;
