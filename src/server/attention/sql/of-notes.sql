create trigger notes_attention_insert after insert on notes for each row
  when (new.due_at is not null) execute function attention_of_row();
create trigger notes_attention_update after update on notes for each row
  when (num_nonnulls(old.due_at, new.due_at) > 0) execute function attention_of_row();
create trigger notes_attention_delete after delete on notes for each row
  when (old.due_at is not null) execute function attention_of_row();
