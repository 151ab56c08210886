-- The outbox is the queue: what is due is found by this index, and by nothing else that waits.
create index mail_deliveries_due on mail_deliveries (coalesce(next_attempt_at, '-infinity'), id) where state = 'queued';
