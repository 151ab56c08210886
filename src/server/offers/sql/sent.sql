-- An offer is sent when its mail has left; until then it can be undone.
create function offer_sent() returns trigger language plpgsql as $$
declare
  sent record;
begin
  update offers set sent_at = new.sent_at where mail_id = new.mail_id and sent_at is null returning id, reference, order_id into sent;
  if found and webhooks_want('offer.sent') then
    perform announce_to_webhooks('offer.sent', sent.order_id, null, null,
      jsonb_build_object('id', sent.id, 'reference', sent.reference, 'orderId', sent.order_id));
  end if;
  return null;
end $$;

create trigger mail_deliveries_offer_sent after update of state on mail_deliveries for each row
  when (new.role = 'to' and new.state = 'sent' and old.state <> 'sent') execute function offer_sent();

-- Tells webhooks that an offer was answered.
create function webhook_offer() returns trigger language plpgsql as $$
begin
  if webhooks_want('offer.' || new.state) then
    perform announce_to_webhooks('offer.' || new.state, new.order_id, null, null,
      jsonb_build_object('id', new.id, 'reference', new.reference, 'orderId', new.order_id));
  end if;
  return null;
end $$;

create trigger offers_webhooks after update of state on offers for each row
  when (new.state in ('accepted', 'declined') and old.state <> new.state) execute function webhook_offer();
