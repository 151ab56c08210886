-- The rates of the calculated price: {since, set}. Prices of before are without.
alter table order_prices add rates jsonb;
