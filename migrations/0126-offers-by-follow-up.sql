-- The view of offers that wait is sorted by when to ask again.
create index offers_by_follow_up on offers (follow_up_at, id);
