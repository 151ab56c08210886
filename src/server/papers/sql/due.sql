-- The due date of a paper; nothing else computes it. Days of 24 hours: departures and arrivals are stored as
-- 00:00 UTC.
create function paper_due(basis text, days integer, booked timestamptz, c confirmations) returns timestamptz language sql stable as $$
  select case basis
    when 'booking' then booked
    when 'cargo-ready' then c.cargo_ready_at
    when 'cargo-cut-off' then c.cargo_cut_off_at
    when 'documentation-cut-off' then c.documentation_cut_off_at
    when 'etd' then coalesce(c.estimated_time_of_departure_at, c.actual_time_of_departure_at)
    when 'eta' then coalesce(c.port_estimated_time_of_arrival_at, c.port_actual_time_of_arrival_at)
  end + days * interval '24 hours'
$$;

create function paper_applies(r document_requirements, mode smallint, terms smallint, amazon boolean, brokerage boolean)
returns boolean language sql immutable as $$
  select (r.mode is null or r.mode = mode) and (r.trade_terms is null or terms = any(r.trade_terms))
    and (r.amazon is null or r.amazon = amazon) and (r.brokerage is null or r.brokerage = brokerage)
$$;

create function goes_to_amazon(destination integer) returns boolean language sql stable as $$
  select coalesce((select k.is_amazon from cartages t join cartage_categories k on k.id = t.category_id where t.id = destination), false)
$$;
