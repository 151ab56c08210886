-- Runs once the transaction knows whether the document was made here: made documents are not received.
create function webhook_document() returns trigger language plpgsql as $$
begin
  if webhooks_want('document.received') and not exists (select from made_documents where document_id = new.id)
    and exists (select from documents where id = new.id) then
    perform announce_to_webhooks('document.received', new.order_id, null, new.order_event_id,
      webhook_order(new.order_id) || jsonb_build_object('documentId', new.id));
  end if;
  return null;
end $$;

create constraint trigger documents_webhooks_insert after insert on documents deferrable initially deferred for each row
  when (new.order_id is not null) execute function webhook_document();
create constraint trigger documents_webhooks_update after update of order_id on documents deferrable initially deferred for each row
  when (old.order_id is null and new.order_id is not null) execute function webhook_document();
