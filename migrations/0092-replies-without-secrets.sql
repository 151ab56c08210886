-- The replies that an Idempotency-Key answers again. One that had a secret is not kept: null, so that a repeat does nothing
-- and is told so.
alter table idempotency_keys alter column reply drop not null;
update idempotency_keys set reply = null where jsonb_typeof(reply) = 'object' and reply ? 'secret';
