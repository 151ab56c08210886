-- When a run last gave way to another one that waited: of those that wait, the one that has waited longest is next.
alter table runs add column gave_way_at timestamptz(3);
