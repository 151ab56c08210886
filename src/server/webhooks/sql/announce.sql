-- Whether any webhook wants the news: without webhooks, a look into an empty table. `set local
-- quayside.webhooks = 'off'` announces nothing, for loading and importing.
create function webhooks_want(what text) returns boolean language sql stable as $$
  select exists (select from webhooks where active and what = any(events))
    and current_setting('quayside.webhooks', true) is distinct from 'off'
$$;

-- Announces news to every webhook that wants it.
create function announce_to_webhooks(what text, of_order integer, of_sailing integer, of_entry bigint, facts jsonb)
  returns void language plpgsql as $$
declare
  run text := nullif(current_setting('quayside.run', true), '');
  place bigint;
begin
  place := nextval('webhook_sequence');
  insert into webhook_deliveries (webhook_id, event, order_id, sailing_id, order_event_id, run_id, sequence, body, due_at)
  select w.id, what, of_order, of_sailing, of_entry, case when of_entry is not null then run::integer end, place,
    jsonb_build_object(
      'type', what,
      'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', facts || jsonb_build_object('sequence', place)
    )::text,
    case
      when of_entry is null then now()
      when run is not null then 'infinity'
      else now() + make_interval(secs => (select seconds from webhook_hold))
    end
  from webhooks w where w.active and what = any(w.events)
  on conflict do nothing;
end $$;
