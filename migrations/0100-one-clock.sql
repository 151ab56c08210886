-- The rules of the setting TIME_ZONE, which the server writes here when it starts: offsets in seconds before the
-- first change of the clocks, between two of them and after the last; `walls` has the changes as clocks show them.
create table clock (
  only_one boolean primary key default true check (only_one),
  zone text not null,
  -- The zone with its rules, by which days in report_days were counted.
  edition text not null,
  until timestamptz[] not null,
  walls timestamp[] not null,
  offsets integer[] not null
);
-- Arrays that are read for every row of a report are neither compressed nor kept elsewhere; they fit a page.
alter table clock alter until set storage plain, alter walls set storage plain, alter offsets set storage plain;
insert into clock (zone, edition, until, walls, offsets) values ('UTC', 'UTC', '{}', '{}', '{0}');

-- Times in mails name their time zone themselves: examples that named one by hand no longer do, where their words
-- are as they were shipped.
update mail_templates set updated_at = greatest(now(), updated_at + interval '1 millisecond'), content = replace(replace(replace(replace(content,
    'documents due by <strong>{{ confirmation.documentationCutOffAt }}</strong> (UTC).', 'documents due by <strong>{{ confirmation.documentationCutOffAt }}</strong>.'),
    'The cut-off is {{ confirmation.cargoCutOffAt }} (UTC).', 'The cut-off is {{ confirmation.cargoCutOffAt }}.'),
    '<strong>{{ confirmation.documentationCutOffAt | default: ''to be advised'' }}</strong> (UTC)', '<strong>{{ confirmation.documentationCutOffAt | default: ''to be advised'' }}</strong>'),
    '{{ order.publicStatus }}: {{ order.destination }}, {{ order.eventDate }} (UTC).', '{{ order.publicStatus }}: {{ order.destination }}, {{ order.eventDate }}.')
  where content like '%documents due by <strong>{{ confirmation.documentationCutOffAt }}</strong> (UTC).%'
    or content like '%The cut-off is {{ confirmation.cargoCutOffAt }} (UTC).%'
    or content like '%<strong>{{ confirmation.documentationCutOffAt | default: ''to be advised'' }}</strong> (UTC)%'
    or content like '%{{ order.publicStatus }}: {{ order.destination }}, {{ order.eventDate }} (UTC).%';
update html_blocks set updated_at = greatest(now(), updated_at + interval '1 millisecond'),
    content = replace(content, 'Questions? Call +1 604 555 0101, 8:00 to 17:00 Pacific time.', 'Questions? Call +1 604 555 0101, Monday to Friday.')
  where content like '%Questions? Call +1 604 555 0101, 8:00 to 17:00 Pacific time.%';
update template_variables set description = 'Date and time, with the time zone'
  where identifier in ('confirmation.cargoReadyAt', 'confirmation.cargoCutOffAt', 'confirmation.documentationCutOffAt') and description = 'Date and time';
update template_variables set description = 'Date and time of the last event, with the time zone'
  where identifier = 'order.eventDate' and description = 'Date and time of the last event';
