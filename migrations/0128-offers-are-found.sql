-- What a search of offers looks through: their texts as searches compare them, each on a line, and again without what stands between
-- letters and digits. Folding them for each search took half a second for 100,000 offers.
alter table offers add column searched text collate "C" not null generated always as (
  (fold(reference) collate "C") || E'\n' || (fold(name) collate "C") || E'\n' || (fold(company) collate "C") || E'\n' || (fold(email) collate "C") || E'\n' ||
  (regexp_replace(fold(reference) collate names, '[^[:alnum:]]+', '', 'g') collate "C") || E'\n' ||
  (regexp_replace(fold(name) collate names, '[^[:alnum:]]+', '', 'g') collate "C") || E'\n' ||
  (regexp_replace(fold(company) collate names, '[^[:alnum:]]+', '', 'g') collate "C") || E'\n' ||
  (regexp_replace(fold(email) collate names, '[^[:alnum:]]+', '', 'g') collate "C")) stored;
create index offers_searched on offers using gin (searched gin_trgm_ops);

-- Every page of the list shows how many offers there are: kept as those of orders and mails.
insert into totals (name, n) select 'offers', count(*) from offers;
create trigger offers_total_inserted after insert on offers referencing new table as new_rows
  for each statement execute function rows_inserted();
create trigger offers_total_deleted after delete on offers referencing old table as old_rows
  for each statement execute function rows_deleted();
create trigger offers_total_truncated after truncate on offers for each statement execute function total_truncated();
