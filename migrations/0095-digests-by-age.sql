-- Digests whose time is over are found by it, also those whose text was erased before.
create index mails_digests on mails (created_at) where kind = 'digest';
