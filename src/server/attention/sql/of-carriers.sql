-- Dates of a sailing about which its carrier says otherwise, by at least as many days as clients are told of.
create view attention_carrier_differs as
  select null::integer as order_id, 'sailing:' || c.sailing_id || ':' || c.field as subject, null::smallint as severity, c.received_at as due_at,
    jsonb_build_object('sailingId', c.sailing_id, 'field', c.field, 'carrier', to_char(c.day, 'YYYY-MM-DD"T00:00:00.000Z"'),
      'ours', iso_utc(c.ours), 'days', c.days, 'eventId', c.event_id) as detail
  from (
      -- Few sailings have a proposal that still matters: only those are looked at.
      select distinct e.sailing_id from carrier_events e join sailings s on s.id = e.sailing_id
      where e.state = 'proposed' and e.field in ('etd', 'portEta', 'atd', 'portAta')
        and s.status <> 'cancelled' and (s.port_ata is null or e.field in ('atd', 'portAta'))
    ) p join carrier_says c on c.sailing_id = p.sailing_id
  where c.state = 'proposed'
    and abs(c.days) >= coalesce((select (value #>> '{}')::int from settings where key = 'shiftDays'), 1);

-- Feeds that could not be read three times in a row.
create view attention_feed_failing as
  select null::integer as order_id, 'feed:' || f.id as subject, null::smallint as severity, f.failing_since as due_at,
    jsonb_build_object('feedId', f.id, 'name', f.name, 'reason', f.reason) as detail
  from feeds f where f.active and f.failing_since is not null and f.failures >= 3;

-- Subjects of a sailing: one for each date.
create function carrier_subjects(sailing_ids integer[]) returns text[] language sql immutable as $$
  select array_agg('sailing:' || id || ':' || field) from unnest(sailing_ids) id, unnest(array['etd', 'portEta', 'atd', 'portAta']) field
$$;

create function attention_of_carrier_events() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  select array_agg(distinct sailing_id) into ids from new_rows where sailing_id is not null and field in ('etd', 'portEta', 'atd', 'portAta');
  if ids is not null then perform refresh_attention_of_no_order(array['carrier-differs'], carrier_subjects(ids)); end if;
  return null;
end $$;

-- Events are inserted as unmatched: what they are worth is an update.
create trigger carrier_events_attention_update after update on carrier_events referencing new table as new_rows
  for each statement execute function attention_of_carrier_events();

-- What is said about a sailing matters by its dates and its state.
create function carrier_attention_of_sailings() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if not attention_kept() then return null; end if;
  select array_agg(n.id) into ids from new_rows n join old_rows o on o.id = n.id
  where (n.etd, n.port_eta, n.atd, n.port_ata, n.status) is distinct from (o.etd, o.port_eta, o.atd, o.port_ata, o.status)
    and exists (select from carrier_events e where e.sailing_id = n.id);
  if ids is not null then perform refresh_attention_of_no_order(array['carrier-differs'], carrier_subjects(ids)); end if;
  return null;
end $$;

-- This name sorts after the trigger that brings the states of events up to date.
create trigger sailings_carrier_events_attention after update on sailings referencing old table as old_rows new table as new_rows
  for each statement execute function carrier_attention_of_sailings();

create function carrier_attention_of_gone() returns trigger language plpgsql as $$
begin
  perform refresh_attention_of_no_order(array['carrier-differs'], carrier_subjects(array[old.id]));
  return null;
end $$;

create trigger sailings_carrier_attention_delete after delete on sailings for each row execute function carrier_attention_of_gone();

create function feed_attention() returns trigger language plpgsql as $$
begin
  perform refresh_attention_of_no_order(array['feed-failing'], array['feed:' || coalesce(new.id, old.id)]);
  return null;
end $$;

create trigger feeds_attention_update after update on feeds for each row
  when ((old.active, old.failures, old.reason, old.name) is distinct from (new.active, new.failures, new.reason, new.name))
  execute function feed_attention();
create trigger feeds_attention_delete after delete on feeds for each row when (old.failing_since is not null) execute function feed_attention();
