-- Refreshes the items of these clocks: those of an order with its others, those of a container of several orders by
-- themselves, since they concern its sailing.
create function refresh_free_time_items(ids integer[]) returns void language plpgsql as $$
declare
  orders integer[];
begin
  if not attention_kept() or cardinality(ids) = 0 then return; end if;
  select array_agg(distinct found.order_id) into orders from (
    select coalesce(f.order_id, k.order_id) as order_id from free_times f left join containers k on k.id = f.container_id where f.id = any(ids)
    -- A clock that is gone has left its item.
    union select order_id from attention where subject = any(array(select 'freeTime:' || id from unnest(ids) id)) and resolved_at is null
  ) found where found.order_id is not null;
  if orders is not null then perform refresh_attention(orders); end if;
  perform refresh_attention_of_no_order('{charges-running,empty-return-due,free-time-ends}', array(select 'freeTime:' || id from unnest(ids) id));
end $$;

create function attention_of_free_times() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform refresh_free_time_items(array(select id from old_rows));
  else perform refresh_free_time_items(array(select id from new_rows)); end if;
  return null;
end $$;

create trigger free_times_attention_insert after insert on free_times referencing new table as new_rows
  for each statement execute function attention_of_free_times();
create trigger free_times_attention_update after update on free_times referencing new table as new_rows
  for each statement execute function attention_of_free_times();
create trigger free_times_attention_delete after delete on free_times referencing old table as old_rows
  for each statement execute function attention_of_free_times();

create trigger releases_attention after insert or update or delete on releases for each row execute function attention_of_row();

-- Clocks that run, of orders in progress and of the containers of sailings. The bound of days lets an index find those
-- near their end, whatever the time is at their place.
create view running_free_times as
  select t.* from shown_free_times t
    left join orders o on o.id = t.concerned_order_id
    left join sailings s on s.id = t.container_sailing_id
  where t.ended_on is null and t.last_free_day <= current_date + 5
    and (o.id is null or o.status = 0 and o.deleted_at is null) and s.status is distinct from 'cancelled';
