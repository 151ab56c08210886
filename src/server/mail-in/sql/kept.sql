-- Keeps the one order of a mail, and who is in charge of it, with its links.
create function mail_in_links_changed() returns trigger language plpgsql as $$
begin
  update mail_in m set order_id = o.one
  from (
    select mail_id, (
      select case when count(*) = 1 then min(o.order_id) end from mail_in_orders o where o.mail_id = changed.mail_id
    ) as one
    from (select distinct mail_id from changed_rows) changed
  ) o
  where m.id = o.mail_id and m.order_id is distinct from o.one;
  return null;
end $$;

create trigger mail_in_orders_insert after insert on mail_in_orders referencing new table as changed_rows
  for each statement execute function mail_in_links_changed();
create trigger mail_in_orders_delete after delete on mail_in_orders referencing old table as changed_rows
  for each statement execute function mail_in_links_changed();

create function mail_in_in_charge() returns trigger language plpgsql as $$
begin
  new.in_charge_id := (select in_charge_id from orders where id = new.order_id);
  return new;
end $$;

create trigger mail_in_in_charge before update of order_id on mail_in for each row
  when (old.order_id is distinct from new.order_id) execute function mail_in_in_charge();

create function order_in_charge_of_mail() returns trigger language plpgsql as $$
begin
  update mail_in set in_charge_id = new.in_charge_id where order_id = new.id;
  return null;
end $$;

create trigger orders_in_charge_of_mail after update of in_charge_id on orders for each row
  when (old.in_charge_id is distinct from new.in_charge_id) execute function order_in_charge_of_mail();

-- Takes an answer back that did not leave: the mail that it answers waits as before, unless
-- another answer to it stands.
create function take_answer_back(answer integer) returns void language plpgsql as $$
begin
  update documents d set order_id = null from mails a, jsonb_array_elements_text(a.answered_before -> 'documents') as own (id)
  where a.id = answer and d.id = own.id::integer and d.order_event_id is null;
  update mail_in m set state = coalesce(a.answered_before ->> 'state', 'open'),
    claimed_by = (select u.id from users u where u.id = (a.answered_before ->> 'claimedBy')::integer),
    claimed_at = case when exists (select from users u where u.id = (a.answered_before ->> 'claimedBy')::integer)
      then (a.answered_before ->> 'claimedAt')::timestamptz end,
    snoozed_until = (a.answered_before ->> 'snoozedUntil')::timestamptz,
    updated_at = next_version(m.updated_at)
  from mails a
  where a.id = answer and m.id = a.answers_id and m.state = 'answered'
    and not exists (select from mails other join mail_deliveries d on d.mail_id = other.id and d.state <> 'cancelled'
      where other.answers_id = m.id and other.id <> answer);
end $$;

-- An answer that was taken back is sent after all.
create function answer_again(answers integer[]) returns void language plpgsql as $$
begin
  update documents d set order_id = a.order_id from mails a, jsonb_array_elements_text(a.answered_before -> 'documents') as own (id)
  where a.id = any(answers) and d.id = own.id::integer and d.order_id is null;
  update mail_in m set state = 'answered', updated_at = next_version(m.updated_at) from mails a
  where a.id = any(answers) and m.id = a.answers_id and m.state in ('new', 'open');
end $$;
