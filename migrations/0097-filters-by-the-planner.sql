-- Nobody asks any more where orders of a week begin and end in the list. `week_of` stays for servers of the version before.
drop index orders_live_created_week;
drop index orders_live_event_week;
drop index confirmations_eta_week;
drop index confirmations_cut_off_week;

-- Orders in progress that were created, or last changed, long ago are a hundred of 50,000: found among those of their status, without
-- reading the others.
drop index orders_live_status;
create index orders_live_status on orders (status, id) include (created_at, last_event_time) where deleted_at is null;
