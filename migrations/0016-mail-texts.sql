-- The mails of a plain install begin their sentences with a capital and invite no answer, as their sender takes none.
-- Only texts that nobody has edited.
update mail_templates t
set content = replace(t.content, fix.before, fix.after), updated_at = greatest(now(), t.updated_at + interval '1 millisecond')
from (values
  ('booking-request', '9d1292bab35ba181c0016c421b9fff4b',
    'thank you for your booking. These are the details as we have them; please tell us if something is wrong.',
    'Thank you for your booking. These are the details as we have them. Please check them.'),
  ('quote-request', '875ba2a2756f2effc32861edc9386291',
    'thank you for your request. We are working on your quote and come back to you shortly.',
    'Thank you for your request. We are working on your quote and will come back to you shortly.'),
  ('order-changed', '3b9efd1a6ebbf4e2426feb186268d84b',
    'we changed the details of your order. This is how it stands now.',
    'We changed the details of your order. This is how it stands now.'),
  ('password-reset', '53d81da91cc747d9d7de870da616ee22',
    'a new password was asked for the account {{ client.email }}. The link below works once, within one hour.',
    'Someone asked to reset the password for {{ client.email }}. The link below works once and expires in one hour.')
) as fix (purpose, unedited, before, after)
where t.purpose = fix.purpose and md5(t.content) = fix.unedited;
