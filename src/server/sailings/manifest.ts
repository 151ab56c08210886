import { sql } from 'kysely'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { cellsOf } from '#server/resource/exports/serve-export.ts'
import { dateCell, type SheetBatches } from '#server/sheets/sheet-table.ts'
import { COUNTS } from './read-sailings.ts'

/** A line of a manifest: an order that goes. Figures are as measured, else as booked. */
export interface ManifestLine {
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

const COLUMNS: [heading: string, field: keyof ManifestLine][] = [
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

/** The lines of a sailing, or of one of its containers. */
interface LinesOf {
  sailingId: number
  containerId?: number
}

/** The orders that go, one line for each. */
const lines = ({ sailingId, containerId }: LinesOf) => sql`loadings l join orders o on o.id = l.order_id
    left join containers k on k.id = l.container_id
    where l.sailing_id = ${sailingId} and ${COUNTS.live}
      and ${containerId === undefined ? sql`true` : sql`l.container_id = ${containerId}`}`

const allLines = (of: LinesOf) => sql<ManifestLine>`
    select row_number() over (order by l.position, l.order_id)::int as position, o.tracking_code,
      coalesce(k.number, '') as container, coalesce(k.seal, '') as seal,
      o.company_name_shipper as shipper, o.company_address_shipper as shipper_address,
      o.company_name as consignee, o.company_address as consignee_address,
      o.shipment_description as description, o.shipment_purchase as reference, o.amazon_ref_id, o.shipment_id,
      o.cartage_name as destination, l.pieces, l.received_at,
      coalesce(l.weight_kg, o.shipment_weight, 0) as kg, coalesce(l.volume_cbm, o.shipment_volume, 0) as cbm
    from ${lines(of)}
    order by l.position, l.order_id`

/** The reference of a sailing. Throws 404. */
export async function namedSailing(db: Db, id: number): Promise<{ reference: string }> {
  const sailing = await db.selectFrom('sailings').select('reference').where('id', '=', id).executeTakeFirst()
  if (!sailing) throw notFound('Sailing')
  return sailing
}

/** The number of lines in the manifest of a sailing. */
export const countLines = (db: Db, sailingId: number): Promise<number> => countRows(db, lines({ sailingId }))

/** The lines of a manifest, in the order of loading. */
export const manifestLines = async (db: Db, of: LinesOf): Promise<ManifestLine[]> =>
  (await allLines(of).execute(db)).rows

/** The cargo manifest of a sailing, in the order of its loading; call it in a transaction. */
export function manifestSheet(db: Db, { sailingId, timeZone }: LinesOf & { timeZone: string }): SheetBatches {
  return {
    headings: COLUMNS.map(([heading]) => heading),
    batches: cellsOf(inBatches<ManifestLine>(db, allLines({ sailingId }).compile(db)), (line) =>
      COLUMNS.map(([, field]) => (field === 'receivedAt' ? dateCell(line[field], { timeZone }) : (line[field] ?? ''))),
    ),
  }
}
