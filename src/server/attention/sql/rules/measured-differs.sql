-- The difference as in `measuredDiffers`, src/contract/sailings/loadings.ts.
create view attention_measured_differs as
  select l.order_id, ''::text as subject, null::smallint as severity, l.received_at as due_at,
    jsonb_build_object('bookedCbm', o.shipment_volume, 'measuredCbm', l.volume_cbm,
      'bookedKg', o.shipment_weight, 'measuredKg', l.weight_kg) as detail
  from loadings l join orders o on o.id = l.order_id
  where (abs(l.volume_cbm - o.shipment_volume) > least(0.5, o.shipment_volume * 0.1)
      or abs(l.weight_kg - o.shipment_weight) > o.shipment_weight * 0.1)
    and o.status = 0 and o.deleted_at is null;
