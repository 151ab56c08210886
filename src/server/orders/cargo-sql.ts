/**
 * SQL of the room that an order `o` with its loading `l` takes on a sailing: as measured, else as booked. FCL
 * orders have containers of their own, and cancelled or deleted orders take no room.
 */
export const CARGO = {
  cbm: 'case when o.transportation_mode = 0 then coalesce(l.volume_cbm, o.shipment_volume, 0) else 0 end',
  kg: 'case when o.transportation_mode = 0 then coalesce(l.weight_kg, o.shipment_weight, 0) else 0 end',
  live: 'o.status <> 1 and o.deleted_at is null',
}
