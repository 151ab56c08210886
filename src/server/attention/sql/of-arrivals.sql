-- Arrival notices fall due by the sailing, and are done with by their mail.
create function attention_of_sailing() returns trigger language plpgsql as $$
begin
  if attention_kept() then perform refresh_attention(array(select order_id from loadings where sailing_id = new.id)); end if;
  return null;
end $$;

create trigger sailings_attention after update on sailings for each row
  when ((old.status, old.port_eta) is distinct from (new.status, new.port_eta)) execute function attention_of_sailing();

create function attention_of_mailed_notice() returns trigger language plpgsql as $$
declare
  ids integer[] := array(select d.order_id from mail_documents a join documents d on d.id = a.document_id
    where a.mail_id = new.mail_id and d.category_id = 4 and d.order_id is not null);
begin
  if attention_kept() and ids <> '{}' then perform refresh_attention(ids); end if;
  return null;
end $$;

create trigger mail_documents_attention after insert on mail_documents for each row execute function attention_of_mailed_notice();
create trigger mail_deliveries_notice after update on mail_deliveries for each row
  when (new.role = 'to' and (old.state = 'cancelled') <> (new.state = 'cancelled')) execute function attention_of_mailed_notice();
