import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { type SheetFormat, sheetFile } from '#server/sheets/write-sheet.ts'
import { COUNTS } from './read-sailings.ts'

interface Line {
  position: number
  trackingCode: string
  container: string
  seal: string
  shipper: string
  shipperAddress: string
  consignee: string
  consigneeAddress: string
  description: string
  reference: string
  amazonRefId: string
  shipmentId: string
  destination: string
  pieces: number | null
  kg: number
  cbm: number
  receivedAt: string | null
}

const COLUMNS: [heading: string, field: keyof Line][] = [
  ['No.', 'position'],
  ['Tracking code', 'trackingCode'],
  ['Container', 'container'],
  ['Seal', 'seal'],
  ['Shipper', 'shipper'],
  ["Shipper's address", 'shipperAddress'],
  ['Consignee', 'consignee'],
  ["Consignee's address", 'consigneeAddress'],
  ['Description of goods', 'description'],
  ['Purchase order', 'reference'],
  ['Amazon Ref ID', 'amazonRefId'],
  ['Shipment ID (PO)', 'shipmentId'],
  ['Destination', 'destination'],
  ['Pieces', 'pieces'],
  ['Weight, kg', 'kg'],
  ['Volume, CBM', 'cbm'],
  ['Received', 'receivedAt'],
]

/** The cargo manifest of a sailing as a file: one line for each order that goes. Throws 404. */
export async function manifest(db: Db, sailingId: number, format: SheetFormat) {
  const sailing = await db.selectFrom('sailings').select('reference').where('id', '=', sailingId).executeTakeFirst()
  if (!sailing) throw notFound('Sailing')
  const { rows } = await sql<Line>`
    select row_number() over (order by l.position, l.order_id)::int as position, o.tracking_code,
      coalesce(k.number, '') as container, coalesce(k.seal, '') as seal,
      o.company_name_shipper as shipper, o.company_address_shipper as shipper_address,
      o.company_name as consignee, o.company_address as consignee_address,
      o.shipment_description as description, o.shipment_purchase as reference, o.amazon_ref_id, o.shipment_id,
      o.cartage_name as destination, l.pieces, l.received_at,
      coalesce(l.weight_kg, o.shipment_weight, 0) as kg, coalesce(l.volume_cbm, o.shipment_volume, 0) as cbm
    from loadings l
    join orders o on o.id = l.order_id
    left join containers k on k.id = l.container_id
    where l.sailing_id = ${sailingId} and ${COUNTS.live}
    order by l.position, l.order_id`.execute(db)
  const table = {
    headings: COLUMNS.map(([heading]) => heading),
    rows: rows.map((line) => COLUMNS.map(([, field]) => line[field] ?? '')),
  }
  return sheetFile(table, format, `Manifest ${sailing.reference}`)
}
