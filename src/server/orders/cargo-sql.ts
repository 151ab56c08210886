/**
 * SQL of the room that an order `o` with its loading `l` takes on a sailing: as measured, else as booked. FCL
 * orders have containers of their own, and cancelled or deleted orders take no room.
 */
export const CARGO = {
  cbm: 'case when o.transportation_mode = 0 then coalesce(l.volume_cbm, o.shipment_volume, 0) else 0 end',
  kg: 'case when o.transportation_mode = 0 then coalesce(l.weight_kg, o.shipment_weight, 0) else 0 end',
  live: 'o.status <> 1 and o.deleted_at is null',
}

/**
 * SQL: true if the booking confirmation `c` of an order can be of its sailing `s`, which an order without one can,
 * too. As `contradictionOf` in the contract tells it.
 */
export const OF_ONE_VOYAGE = `coalesce(
  (c.vessel_id is null or c.vessel_id = s.vessel_id) and c.port_of_loading in ('', s.port_of_loading)
  and c.port_of_discharge in ('', s.port_of_discharge) and (c.vessel_voyage = '' or voyage_key(c.vessel_voyage) = s.voyage_key), true)`
