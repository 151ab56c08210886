-- Mails to administrators about the mails that have a secret link: one more kind, beside those that there are. Not valid: what is there
-- has one of them.
do $$ declare kinds text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'mails_kind_check'); begin
  alter table mails drop constraint mails_kind_check;
  execute 'alter table mails add constraint mails_kind_check '
    || replace(replace(kinds, 'ARRAY[', 'ARRAY[''template-notice''::text, '), ' NOT VALID', '') || ' not valid';
end $$;

-- When administrators were told that a text saved earlier is not sent as it is, since its link would be given away; null once it was saved again.
alter table mail_templates add unsafe_told_at timestamptz(3);
