-- Entries of an order's history can be corrected or withdrawn; a withdrawn one stays but counts for nothing.
alter table order_events
  add edited_by integer references users,
  add edited_at timestamptz(3),
  add withdrawn_by integer references users,
  add withdrawn_at timestamptz(3),
  add withdraw_reason varchar(255),
  add check ((withdrawn_at is null) = (withdraw_reason is null));
-- A user who goes is looked up here.
create index order_events_edited_by on order_events (edited_by) where edited_by is not null;
create index order_events_withdrawn_by on order_events (withdrawn_by) where withdrawn_by is not null;

-- Until when a mail to a client is held; null for mails that never were.
alter table mails add send_at timestamptz(3);
