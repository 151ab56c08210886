-- An offer that was just written is found by the index at once: entries that wait are read whole by every search.
drop index offers_searched;
create index offers_searched on offers using gin (searched gin_trgm_ops) with (fastupdate = off);

-- The triggers that keep the total of offers stand in a file of its room from now on; the file creates them again.
drop trigger offers_total_inserted on offers;
drop trigger offers_total_deleted on offers;
drop trigger offers_total_truncated on offers;

-- From now on it takes the rules and subjects that a change concerns.
drop function refresh_attention_of_no_order();
