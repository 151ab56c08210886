-- With which API key a quote was asked for, on behalf of its owner.
alter table quotes add api_key_id integer references api_keys;
create index quotes_api_key on quotes (api_key_id) where api_key_id is not null;

-- The quotes that somebody asked for in a period, and the events that somebody set in one.
create index quotes_user_asked on quotes (user_id, asked_at, id) where user_id is not null;
drop index quotes_user;
create index order_events_user on order_events (user_id, created_at) where user_id is not null;
