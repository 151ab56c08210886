create function webhook_mail() returns trigger language plpgsql as $$
declare
  of_order integer;
begin
  if not webhooks_want('mail.failed') then return null; end if;
  of_order := (select order_id from mails where id = new.mail_id);
  perform announce_to_webhooks('mail.failed', of_order, null, null,
    coalesce(webhook_order(of_order), '{"id": null, "trackingCode": null}') || jsonb_build_object('mailId', new.mail_id));
  return null;
end $$;

create trigger mail_deliveries_webhooks_insert after insert on mail_deliveries for each row
  when (new.state in ('failed', 'bounced')) execute function webhook_mail();
create trigger mail_deliveries_webhooks_update after update of state on mail_deliveries for each row
  when (new.state in ('failed', 'bounced') and old.state not in ('failed', 'bounced')) execute function webhook_mail();
