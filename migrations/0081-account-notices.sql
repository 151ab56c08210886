-- Mails to the owner of an account about a change of how it signs in. Not valid: what is there has one of the earlier kinds.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('event', 'booking-request', 'quote-request', 'order-changed',
  'password-reset', 'documents-requested', 'tracking-update', 'tracking-confirmation', 'test', 'digest', 'webhook-disabled',
  'account-notice')) not valid;
