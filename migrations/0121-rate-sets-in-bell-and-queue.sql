-- Whoever made a rate set is told if it was refused at its time.
alter table notifications
  alter note_id drop not null,
  add rate_set_id integer references rate_sets on delete cascade,
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('mention', 'assigned', 'note', 'done', 'rate-set-refused')),
  add constraint notifications_subject check (num_nonnulls(note_id, rate_set_id) = 1 and (kind = 'rate-set-refused') = (rate_set_id is not null));
create index notifications_rate_set on notifications (rate_set_id) where rate_set_id is not null;

insert into attention_rules (code, position, severity) values ('rate-gap', 16, 2);
