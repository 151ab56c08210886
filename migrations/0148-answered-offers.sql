-- The view of answered offers, the last change first, and their number.
create index offers_answered on offers (updated_at, id) where state in ('accepted', 'declined');
