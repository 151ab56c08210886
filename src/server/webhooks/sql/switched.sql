-- A webhook that is switched off sends nothing more; one that is switched on again starts afresh.
create function webhook_switched() returns trigger language plpgsql as $$
begin
  if new.active then
    new.failing_since := null;
    new.disabled_reason := null;
  else
    update webhook_deliveries set state = 'cancelled', claimed_until = null, updated_at = now()
    where webhook_id = new.id and state = 'waiting';
  end if;
  return new;
end $$;

create trigger webhooks_switched before update of active on webhooks for each row
  when (old.active <> new.active) execute function webhook_switched();
