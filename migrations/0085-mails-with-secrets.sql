-- Mails to administrators about the mails that have a secret link. Not valid: what is there has one of the earlier kinds.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('event', 'booking-request', 'quote-request', 'order-changed',
  'password-reset', 'documents-requested', 'tracking-update', 'tracking-confirmation', 'test', 'digest', 'webhook-disabled',
  'account-notice', 'template-notice')) not valid;

-- When administrators were told that a text saved earlier is not sent as it is, since its link would be given away; null once it was saved again.
alter table mail_templates add unsafe_told_at timestamptz(3);
