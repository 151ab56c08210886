-- The queue begins with what is most urgent, and of that with what is due longest: pages are read from these indexes, so they
-- begin with the severity too.
drop index attention_due;
create index attention_due on attention (severity desc, due_at, id) where resolved_at is null and waived_reason is null;
drop index attention_owner;
create index attention_owner on attention (in_charge_id, severity desc, due_at, id) where resolved_at is null and waived_reason is null;
drop index attention_rule;
create index attention_rule on attention (rule, severity desc, due_at, id) where resolved_at is null and waived_reason is null;
