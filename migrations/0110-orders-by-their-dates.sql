-- Orders sorted by their estimated departure; the cargo cut-off and the arrival have indexes of this form.
create index confirmations_etd on confirmations (estimated_time_of_departure_at, order_id)
  where estimated_time_of_departure_at is not null;

-- How each person wants lists: null until they choose.
alter table users
  add rows_per_page smallint check (rows_per_page in (10, 50, 100, 200)),
  add compact_rows boolean;
