-- Mails that did not arrive. A stranger's mistyped address for news is no work for staff.
create view attention_mail_failed as
  select m.order_id, d.id::text as subject, case when d.role = 'copy' then 1::smallint end as severity, d.updated_at as due_at,
    jsonb_build_object('mailId', m.id, 'mail', m.subject, 'address', d.address, 'reason', d.reason, 'copy', d.role = 'copy') as detail
  from mail_deliveries d join mails m on m.id = d.mail_id join orders o on o.id = m.order_id
  where d.state in ('failed', 'bounced') and o.status = 0 and o.deleted_at is null and m.kind not in ('tracking-update', 'tracking-confirmation');
