-- When a session last gave a code of a second factor: for a while after that it may do what needs one.
alter table sessions add column stepped_up_at timestamptz(3);
