-- An entry that is undone while a later one stands changes nothing of its order, so that no other trigger sees it.
create trigger order_events_attention_delete after delete on order_events for each row
  when (old.milestone is not null) execute function attention_of_row();
