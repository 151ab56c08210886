-- The legs of a release that are done, and those that are missing, as `releaseLegs` of the contract.
create view release_legs as
  select r.order_id, r.customs_released_at, r.released_at, r.appointment_at, l.freight, l.bill, l.customs, l.carrier,
    jsonb_path_query_array(jsonb_build_array(
      case when not l.freight then 'freight' end, case when not l.bill then 'bill' end, case when not l.customs then 'customs' end,
      case when not l.carrier then 'carrier' end, case when r.hold_reason <> '' then 'hold' end), '$[*] ? (@ != null)') as missing
  from releases r cross join lateral (select
    r.freight_paid_at is not null or r.freight_waived_reason <> '' as freight,
    r.original_bill in ('none', 'express') or (r.original_bill in ('telex', 'surrendered') and r.original_at is not null) as bill,
    r.customs_released_at is not null as customs, r.carrier_released_at is not null as carrier) l;
