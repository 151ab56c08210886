-- The offer of a row; null in runs over orders, and once a draft was deleted.
alter table run_items add column offer_id integer references offers on delete set null;
create index run_items_offer on run_items (offer_id) where offer_id is not null;
