-- Settings that administrators change while the product runs; one that is not here has its default.
create table settings (
  key text primary key,
  value jsonb not null
);

-- The run that a mail belongs to, which holds it back until its last row, and the arrivals that the mail tells the client.
alter table mails
  add run_id integer references runs on delete set null,
  add tells_port_eta timestamptz(3),
  add tells_place_eta timestamptz(3);
create index mails_run on mails (run_id) where run_id is not null;

-- What was asked for one row, beside what the whole run was asked for.
alter table run_items add input jsonb;

-- Runs that somebody must work on: waiting, running, or being taken back.
drop index runs_unfinished;
create index runs_unfinished on runs (id) where finished_at is null;
