-- How a receiver answered last: whoever never did, or slowly, gets few of the places in which webhooks are sent. New ones have not answered.
alter table webhooks add column answers text not null default 'never' check (answers in ('promptly', 'slowly', 'never'));

-- What is due to each receiver, however much waits for the others. Instances of the version before still read webhook_deliveries_due.
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, due_at, id) where state = 'waiting';
