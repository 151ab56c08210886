-- A record that is deleted is looked for in every column that may name it. Without an index that reads the whole table, for each record:
-- taking an imported client back read a million entries of the trail. Partial where the column is mostly empty; the others replace none
-- of the indexes that lists use, which leave out what is deleted or done.

create index api_keys_created_by on api_keys (created_by) where created_by is not null;
create index api_keys_revoked_by on api_keys (revoked_by) where revoked_by is not null;
create index articles_user on articles (user_id);
create index attention_in_charge on attention (in_charge_id) where in_charge_id is not null;
create index audit_entries_api_key on audit_entries (api_key_id) where api_key_id is not null;
create index audit_entries_impersonator on audit_entries (impersonator_id) where impersonator_id is not null;
create index documents_uploaded_by on documents (uploaded_by);
create index drafts_api_key on drafts (api_key_id) where api_key_id is not null;
create index hand_overs_from_user on hand_overs (from_user_id);
create index hand_overs_to_user on hand_overs (to_user_id);
create index images_uploaded_by on images (uploaded_by) where uploaded_by is not null;
create index made_documents_made_by on made_documents (made_by) where made_by is not null;
create index mails_created_by on mails (created_by) where created_by is not null;
create index mails_template on mails (template_id) where template_id is not null;
create index mails_user on mails (user_id) where user_id is not null;
create index notes_assigned on notes (assignee_id) where assignee_id is not null;
create index notes_author on notes (author_id) where author_id is not null;
create index notes_done_by on notes (done_by) where done_by is not null;
create index notes_of_order on notes (order_id);
create index notes_updated_by on notes (updated_by) where updated_by is not null;
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index order_prices_user on order_prices (user_id) where user_id is not null;
create index orders_of_person on orders (in_charge_id) where in_charge_id is not null;
create index orders_last_entry on orders (last_event_entry_id) where last_event_entry_id is not null;
create index sailing_dates_user on sailing_dates (user_id) where user_id is not null;
create index users_deleted_by on users (deleted_by) where deleted_by is not null;
create index views_deleted_by on views (deleted_by) where deleted_by is not null;
create index views_of_owner on views (owner_id) where owner_id is not null;
