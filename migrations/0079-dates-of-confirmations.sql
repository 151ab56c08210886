-- All that orders are filtered by of a confirmation, in the order of the list: rows with one date, or without the other, are met without
-- reading the confirmations. It takes the place of two indexes of those that have one of the dates.
create index confirmations_dates on confirmations (order_id)
  include (port_estimated_time_of_arrival_at, cargo_cut_off_at);
drop index confirmations_with_cut_off;
drop index confirmations_with_eta;
