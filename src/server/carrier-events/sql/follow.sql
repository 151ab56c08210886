-- Whoever takes events brings their states up to date once, at the end (`quayside.carrier_events`).
create function carrier_events_follow() returns boolean language sql stable as $$
  select current_setting('quayside.carrier_events', true) is distinct from 'settling'
$$;

-- States of events follow what people change: a value that somebody changed is no longer the carrier's.
create function carrier_events_of_sailings() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  select array_agg(n.id) into ids from new_rows n join old_rows o on o.id = n.id
  where (n.etd, n.port_eta, n.atd, n.port_ata, n.port_of_loading, n.port_of_discharge, n.status)
    is distinct from (o.etd, o.port_eta, o.atd, o.port_ata, o.port_of_loading, o.port_of_discharge, o.status);
  if ids is null or not exists (select from carrier_events where sailing_id = any(ids)) then return null; end if;
  update carrier_events e set wrote = false from new_rows n join old_rows o on o.id = n.id
  where e.sailing_id = n.id and e.wrote
    and ((e.field = 'atd' and n.atd is distinct from o.atd) or (e.field = 'portAta' and n.port_ata is distinct from o.port_ata));
  if carrier_events_follow() then
    perform restate_carrier_events(ids, array(select distinct container_id from carrier_events where sailing_id = any(ids) and container_id is not null), '{}');
  end if;
  return null;
end $$;

create trigger sailings_carrier_events after update on sailings referencing old table as old_rows new table as new_rows
  for each statement execute function carrier_events_of_sailings();

create function carrier_events_of_containers() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  select array_agg(n.id) into ids from new_rows n join old_rows o on o.id = n.id
  where (n.discharged_at, n.available_at, n.gated_out_at, n.returned_at) is distinct from (o.discharged_at, o.available_at, o.gated_out_at, o.returned_at);
  if ids is null or not exists (select from carrier_events where container_id = any(ids)) then return null; end if;
  update carrier_events e set wrote = false from new_rows n join old_rows o on o.id = n.id
  where e.container_id = n.id and e.wrote
    and ((e.field = 'dischargedAt' and n.discharged_at is distinct from o.discharged_at)
      or (e.field = 'availableAt' and n.available_at is distinct from o.available_at)
      or (e.field = 'gatedOutAt' and n.gated_out_at is distinct from o.gated_out_at)
      or (e.field = 'returnedAt' and n.returned_at is distinct from o.returned_at));
  if carrier_events_follow() then perform restate_carrier_events('{}', ids, '{}'); end if;
  return null;
end $$;

create trigger containers_carrier_events after update on containers referencing old table as old_rows new table as new_rows
  for each statement execute function carrier_events_of_containers();

-- An event whose sailing or container was deleted is about what is left, or about nothing.
create function carrier_event_left() returns trigger language plpgsql as $$
begin
  new.wrote := false;
  if new.sailing_id is null and new.container_id is null and new.state <> 'superseded' then
    new.state := 'unmatched';
    new.reason := 'The sailing was deleted';
  end if;
  return new;
end $$;

create trigger carrier_events_left before update of sailing_id, container_id on carrier_events for each row
  when ((old.sailing_id is not null and new.sailing_id is null) or (old.container_id is not null and new.container_id is null))
  execute function carrier_event_left();
