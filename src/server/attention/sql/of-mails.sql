create function attention_of_delivery() returns trigger language plpgsql as $$
begin
  if attention_kept() then
    perform refresh_attention(array[order_id]) from mails where id = new.mail_id and order_id is not null;
  end if;
  return null;
end $$;

create trigger mail_deliveries_attention_insert after insert on mail_deliveries for each row
  when (new.state in ('failed', 'bounced')) execute function attention_of_delivery();
create trigger mail_deliveries_attention_update after update on mail_deliveries for each row
  when ((old.state in ('failed', 'bounced')) <> (new.state in ('failed', 'bounced'))) execute function attention_of_delivery();
