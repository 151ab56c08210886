-- Containers that are somewhere at the destination, and orders that are not delivered yet, for the list of arrivals.
create index containers_open_sailing on containers (sailing_id) where returned_at is null and sailing_id is not null;
create index containers_open_order on containers (order_id) where returned_at is null and order_id is not null;
create index orders_arrived on orders (id)
  where status = 0 and deleted_at is null and last_milestone >= 'arrived' and last_milestone < 'delivered';
create index documents_arrival_notice on documents (order_id) where category_id = 4 and order_id is not null;

insert into attention_rules (code, position, severity) values ('arrival-notice-due', 26, 2);

alter table company_profile add tracking_shows_free_time boolean not null default false;
