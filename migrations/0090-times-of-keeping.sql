-- What is kept for a time is found by it.
create index mails_with_text on mails (created_at) where html <> '' or text <> '';
create index runs_finished on runs (finished_at) where finished_at is not null;
create index notifications_created on notifications (created_at);
create index tracking_readers_at on tracking_readers (at);
create index upload_links_expires on upload_links (expires_at);
