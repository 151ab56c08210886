-- Items follow their causes in the same transaction. `set local quayside.attention = 'off'` leaves that to a
-- rebuild, for loading many orders.
create function attention_kept() returns boolean language sql stable as $$
  select current_setting('quayside.attention', true) is distinct from 'off'
$$;

create function attention_of_new_rows() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  if tg_table_name = 'orders' then select array_agg(id) into ids from new_rows where status = 0 and deleted_at is null;
  else select array_agg(distinct order_id) into ids from new_rows; end if;
  if ids is not null then perform refresh_attention(ids); end if;
  return null;
end $$;

create function attention_of_old_rows() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  select array_agg(distinct order_id) into ids from old_rows;
  if ids is not null then perform refresh_attention(ids); end if;
  return null;
end $$;

-- Refreshes the order of a row that was added, changed or deleted.
create function attention_of_row() returns trigger language plpgsql as $$
begin
  if attention_kept() then
    perform refresh_attention(array(select distinct id from unnest(array[
      case when tg_op <> 'INSERT' then old.order_id end, case when tg_op <> 'DELETE' then new.order_id end]) as id where id is not null));
  end if;
  return null;
end $$;
