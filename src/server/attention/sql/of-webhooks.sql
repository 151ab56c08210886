create view attention_webhook_disabled as
  select null::integer as order_id, w.id::text as subject, null::smallint as severity, w.disabled_at as due_at,
    jsonb_build_object('url', w.url) as detail
  from webhooks w where w.disabled_reason is not null;

-- A webhook that was switched off automatically waits in the queue until somebody switches it on, or removes
-- it.
create function webhook_attention() returns trigger language plpgsql as $$
begin
  perform refresh_attention_of_no_order(array['webhook-disabled'], array[coalesce(new.id, old.id)::text]);
  return null;
end $$;

create trigger webhooks_attention_update after update on webhooks for each row
  when ((old.disabled_at, old.url) is distinct from (new.disabled_at, new.url)) execute function webhook_attention();
create trigger webhooks_attention_delete after delete on webhooks for each row
  when (old.disabled_at is not null) execute function webhook_attention();

create function webhook_disabled_at() returns trigger language plpgsql as $$
begin
  new.disabled_at := case when new.disabled_reason is not null then coalesce(new.disabled_at, now()) end;
  return new;
end $$;

-- This trigger's name sorts after webhooks_switched, which removes the reason.
create trigger webhooks_switched_off_at before update on webhooks for each row
  when (old.disabled_reason is distinct from new.disabled_reason) execute function webhook_disabled_at();
