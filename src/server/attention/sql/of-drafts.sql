create function attention_of_draft() returns trigger language plpgsql as $$
begin
  if attention_kept() then perform refresh_attention(array[coalesce(new.record_id, old.record_id)]); end if;
  return null;
end $$;

create trigger drafts_attention_insert after insert on drafts for each row
  when (new.api_key_id is not null and new.kind = 'set-event') execute function attention_of_draft();
create trigger drafts_attention_update after update on drafts for each row
  when ((new.api_key_id is not null or old.api_key_id is not null) and new.kind = 'set-event') execute function attention_of_draft();
create trigger drafts_attention_delete after delete on drafts for each row
  when (old.api_key_id is not null and old.kind = 'set-event') execute function attention_of_draft();
