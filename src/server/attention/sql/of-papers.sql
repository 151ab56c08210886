-- Refreshes once per statement, for the orders whose papers the view shows, or showed.
create function attention_of_papers() returns trigger language plpgsql as $$
declare
  soon timestamptz;
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  soon := now() + (select cut_off_hours from attention_values) * interval '1 hour';
  if tg_op = 'INSERT' then select array_agg(distinct order_id) into ids from new_rows where mandatory and due_at <= soon;
  elsif tg_op = 'DELETE' then select array_agg(distinct order_id) into ids from old_rows where mandatory and due_at <= soon;
  else
    select array_agg(distinct n.order_id) into ids from new_rows n join old_rows o on o.id = n.id
    where (n.mandatory or o.mandatory) and least(n.due_at, o.due_at) <= soon
      and (n.state, n.due_at, n.no_longer_asked, n.mandatory, n.name, n.supplier)
        is distinct from (o.state, o.due_at, o.no_longer_asked, o.mandatory, o.name, o.supplier);
  end if;
  if ids is not null then perform refresh_attention(ids); end if;
  return null;
end $$;

create trigger order_requirements_attention_insert after insert on order_requirements referencing new table as new_rows
  for each statement execute function attention_of_papers();
create trigger order_requirements_attention_update after update on order_requirements
  referencing old table as old_rows new table as new_rows for each statement execute function attention_of_papers();
create trigger order_requirements_attention_delete after delete on order_requirements referencing old table as old_rows
  for each statement execute function attention_of_papers();
