-- The mail log grows with every event: its total is kept, not counted, and a text in it is found by an index.
create extension if not exists pg_trgm;
alter function audit_inserted() rename to rows_inserted;
alter function audit_deleted() rename to rows_deleted;
select add_to_total('mails', (select count(*) from mails));
create trigger mails_total_insert after insert on mails referencing new table as new_rows
  for each statement execute function rows_inserted();
create trigger mails_total_delete after delete on mails referencing old table as old_rows
  for each statement execute function rows_deleted();
create trigger mails_total_truncate after truncate on mails
  for each statement execute function total_truncated();
create index mails_subject on mails using gin (subject gin_trgm_ops);
create index mail_deliveries_address on mail_deliveries using gin (address gin_trgm_ops);
-- The text of a password reset is wiped an hour after: the few that still have one are found without a look at the rest.
create index mails_reset_text on mails (created_at) where kind = 'password-reset' and html <> '';
create index mail_deliveries_state_mail on mail_deliveries (state, mail_id);
