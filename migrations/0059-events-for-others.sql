-- Standing events and dates of sailings in the order in which they were entered, for programs that read all of them.
create index order_events_told on order_events (created_at, id) where milestone is not null and withdrawn_at is null;
create index sailing_dates_told on sailing_dates (at, id) where field in ('etd', 'atd', 'portEta', 'portAta') and value is not null;
