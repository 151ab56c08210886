-- What items of a rule are dealt with in one go: the sailing of a cut-off, a departure or an arrival, the client of missing papers.
-- Null for an item that is dealt with by itself.
alter table attention add column group_key text generated always as (case
  when rule in ('cargo-cut-off', 'not-departed', 'not-arrived') then detail ->> 'sailingId'
  when rule = 'document' then detail ->> 'clientId' end) stored;
-- The items of a group, in the order of the queue: the first of them stands for all. With what counting the groups of a part of the
-- queue reads, so that it reads the index alone.
create index attention_group on attention (rule, group_key, severity desc, due_at, id)
  include (in_charge_id, order_id, follows, follows_in_rule, snoozed_until, snoozed_at)
  where resolved_at is null and waived_reason is null and group_key is not null;

-- Mails that ask shippers for their cargo. Not valid: what is there has one of the earlier kinds.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('event', 'booking-request', 'quote-request', 'order-changed',
  'password-reset', 'documents-requested', 'tracking-update', 'tracking-confirmation', 'test', 'digest', 'webhook-disabled',
  'account-notice', 'template-notice', 'cargo-asked')) not valid;
create index mails_cargo_asked on mails (order_id, id) where kind = 'cargo-asked';
