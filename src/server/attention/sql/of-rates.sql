-- Lanes that were quoted in the last 30 days and that a scheduled set leaves without a rate: it ends the lane, and
-- no set of the same instant begins it again. A lane that begins again later has no rate until then. Of several sets
-- the first counts.
create view attention_rate_gap as
  with scheduled as materialized (
    select s.id, s.valid_from, c.action, c.record_id, (c.values ->> 'tier')::int as tier, c.values ->> 'dest' as dest
    from rate_sets s join rate_changes c on c.set_id = s.id
    where s.state = 'scheduled' and c.entity = 'freight' and c.action in ('add', 'end')
  ), gaps as materialized (
    select distinct on (f.tier, destination_key(f.dest)) f.tier, destination_key(f.dest) as key, f.dest, e.id as set_id, e.valid_from
    from scheduled e join freight f on f.id = e.record_id
    where e.action = 'end' and (f.tier, f.dest) = (e.tier, e.dest)
      and not exists (select from scheduled a where a.action = 'add' and a.valid_from = e.valid_from and a.id >= e.id
        and a.tier = f.tier and destination_key(a.dest) = destination_key(f.dest))
      -- Rates that are older than the rule of one rate a lane.
      and not exists (select from freight other where other.id <> f.id and other.tier = f.tier
        and destination_key(other.dest) = destination_key(f.dest)
        and not exists (select from scheduled x where x.action = 'end' and x.record_id = other.id and (x.valid_from, x.id) <= (e.valid_from, e.id)))
    order by f.tier, destination_key(f.dest), e.valid_from, e.id
  ), quoted as (
    select d.tier, destination_key(q.destination) as key, count(*)::int as quotes
    from quotes q
      left join locations l on l.id = (q.inputs ->> 'pickUpLocationId')::int
      join depots d on d.id = coalesce((q.inputs ->> 'depotId')::int, l.depot_id)
    -- Quotes are read only if there is a gap.
    where (select exists (select from gaps)) and q.kind = 'instant' and q.asked_at > now() - interval '30 days'
    group by 1, 2
  )
  select null::integer as order_id, g.tier || ':' || g.key as subject, null::smallint as severity, g.valid_from as due_at,
    jsonb_build_object('tier', g.tier, 'dest', g.dest, 'setId', g.set_id, 'quotes', q.quotes) as detail
  from gaps g join quoted q using (tier, key);

-- Sets, their changes and freight are followed at once. Quotes are followed by the job: no calculation waits for the
-- queue.
create function rate_set_attention() returns trigger language plpgsql as $$
begin
  perform refresh_attention_of_no_order(array['rate-gap']);
  return null;
end $$;

create trigger rate_sets_attention_update after update on rate_sets for each row
  when ((old.state = 'scheduled' or new.state = 'scheduled') and (old.state, old.valid_from) is distinct from (new.state, new.valid_from))
  execute function rate_set_attention();

create function rate_gap_attention() returns trigger language plpgsql as $$
begin
  if exists (select from rate_sets where state = 'scheduled') then perform refresh_attention_of_no_order(array['rate-gap']); end if;
  return null;
end $$;

create trigger rate_changes_attention_insert after insert on rate_changes for each statement execute function rate_gap_attention();
create trigger rate_changes_attention_delete after delete on rate_changes for each statement execute function rate_gap_attention();

-- An import adds many lanes one by one: only those that a scheduled set ends matter.
create function ending_lane_attention() returns trigger language plpgsql as $$
begin
  if exists (
    select from rate_sets s join rate_changes c on c.set_id = s.id and c.action = 'end'
      join moved m on m.tier = (c.values ->> 'tier')::int and destination_key(m.dest) = destination_key(c.values ->> 'dest')
    where s.state = 'scheduled'
  ) then perform refresh_attention_of_no_order(array['rate-gap']); end if;
  return null;
end $$;

create trigger freight_attention_insert after insert on freight referencing new table as moved
  for each statement execute function ending_lane_attention();
create trigger freight_attention_delete after delete on freight referencing old table as moved
  for each statement execute function ending_lane_attention();
create trigger freight_attention_update after update of tier, dest on freight for each row
  when ((old.tier, old.dest) is distinct from (new.tier, new.dest)) execute function rate_gap_attention();
