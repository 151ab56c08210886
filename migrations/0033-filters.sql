-- Filters of lists. Each index ends with the id, in whose order lists are read. The name of a company is found by its parts,
-- whatever the case; `names` knows more letters than the database's own rules may.
create index orders_live_event on orders (last_event_id, id) where deleted_at is null;
create index orders_live_milestone on orders (last_milestone, id) where deleted_at is null;
create index orders_live_terms on orders (shipment_trade_terms, id) where deleted_at is null;
create index orders_live_fcl on orders (id) where deleted_at is null and transportation_mode = 1;
create index orders_live_origin on orders (city_name, id) where deleted_at is null;
create index orders_company_text on orders using gin (lower(company_name collate names) gin_trgm_ops);
create index users_username_text on users using gin (lower(username collate names) gin_trgm_ops);
create index users_company_text on users using gin (lower(company_name collate names) gin_trgm_ops);
-- A client's live orders are found without reading them.
drop index orders_user;
create index orders_user on orders (user_id, id) include (deleted_at);
-- Orders of any status by who looks after them; this serves what the older index of open orders did.
drop index orders_in_charge;
create index orders_in_charge on orders (in_charge_id, id) where deleted_at is null;
create index confirmations_eta on confirmations (port_estimated_time_of_arrival_at, order_id)
  where port_estimated_time_of_arrival_at is not null;
create index confirmations_cut_off on confirmations (cargo_cut_off_at, order_id) where cargo_cut_off_at is not null;
