-- Message-IDs that nobody can work out: 128 random bits, the part before the '@' of the sender's domain. Mails of before keep the part that
-- they were sent with.
alter table mails add column message_id text;
update mails set message_id = left(encode(sha256(convert_to(
  id || ' ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'UTF8')), 'hex'), 32);
alter table mails alter column message_id set default
  left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 32);
alter table mails alter column message_id set not null;
create unique index mails_message_id on mails (message_id);
