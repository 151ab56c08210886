import { sql } from 'kysely'
import { formatDate, formatQuantity } from '#contract/lib/format.ts'
import type { MissingField } from '#contract/made-documents/made-documents.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { SIZE_TYPES } from '#contract/reference/container-codes.ts'
import { SAILING_LABELS } from '#contract/sailings/sailing-codes.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, notFound } from '#server/errors.ts'
import { type ManifestLine, manifestLines } from '#server/sailings/manifest.ts'
import { missingOfCompany } from './missing.ts'
import { printedCompany } from './order-data.ts'
import type { Fact, Paper, PaperTable, Section } from './paper.ts'

interface Box {
  number: string
  sizeType: keyof typeof SIZE_TYPES
  seal: string
  tareKg: number | null
  vgmKg: number | null
}

interface Voyage {
  reference: string
  masterBill: string
  vessel: string
  voyage: string
  carrier: string | null
  loading: string
  discharge: string
  departure: string | null
  arrival: string | null
}

/** Columns of a sailing `s` and its vessel `v`. */
const VOYAGE = sql`s.reference, s.master_bill, v.name as vessel, s.voyage,
      (select name from carriers where id = s.carrier_id) as carrier,
      coalesce((select name from ports where code = s.port_of_loading), s.port_of_loading) as loading,
      coalesce((select name from ports where code = s.port_of_discharge), s.port_of_discharge) as discharge,
      coalesce(s.atd, s.etd) as departure, coalesce(s.port_ata, s.port_eta) as arrival`

/** The container with its sailing. Throws 404; 409 for one of an FCL order, which has no manifest. */
async function readBox(db: Db, id: number): Promise<Box & Voyage & { sailingId: number }> {
  const { rows } = await sql<Box & Voyage & { sailingId: number | null }>`
    select k.number, k.size_type, k.seal, k.tare_kg, k.vgm_kg, k.sailing_id, ${VOYAGE}
    from containers k left join sailings s on s.id = k.sailing_id left join vessels v on v.id = s.vessel_id
    where k.id = ${id}`.execute(db)
  const [box] = rows
  if (!box) throw notFound('Container')
  const { sailingId } = box
  if (sailingId === null) throw new AppError(409, 'Only containers of a sailing have a manifest')
  return { ...box, sailingId }
}

const kilograms = (value: number | null) => (value === null ? '' : `${formatQuantity(value)} kg`)
const sum = (rows: ManifestLine[], field: 'kg' | 'cbm' | 'pieces') =>
  Number(rows.reduce((total, row) => total + (row[field] ?? 0), 0).toFixed(3))

/** The orders, and the sums. A sailing names the container of each. */
function tableOf(rows: ManifestLine[], { containers = false } = {}): PaperTable {
  const table = ordersTable(rows)
  if (!containers) return table
  const before = <Cell>(cells: Cell[], cell: Cell) => cells.toSpliced(2, 0, cell)
  return {
    columns: before(table.columns, { title: 'Container', width: 70 }),
    rows: table.rows.map((cells, at) => before(cells, `${rows[at]?.container}\n${rows[at]?.seal}`.trim())),
    total: table.total && before(table.total, ''),
  }
}

const ordersTable = (rows: ManifestLine[]): PaperTable => ({
  columns: [
    { title: 'No.', width: 24, right: true },
    { title: 'Tracking code', width: 96 },
    { title: 'Shipper', width: '*' },
    { title: 'Consignee', width: '*' },
    { title: 'Description of goods', width: '*' },
    { title: 'Destination', width: 90 },
    { title: 'Pieces', width: 40, right: true },
    { title: 'kg', width: 62, right: true },
    { title: 'CBM', width: 46, right: true },
  ],
  rows: rows.map((row) => [
    String(row.position),
    formatTrackingCode(row.trackingCode),
    `${row.shipper}\n${row.shipperAddress}`,
    `${row.consignee}\n${row.consigneeAddress}`,
    row.description,
    row.destination,
    row.pieces === null ? '' : String(row.pieces),
    formatQuantity(row.kg),
    formatQuantity(row.cbm),
  ]),
  total: [
    '',
    `${rows.length} ${rows.length === 1 ? 'order' : 'orders'}`,
    '',
    '',
    '',
    '',
    String(sum(rows, 'pieces')),
    formatQuantity(sum(rows, 'kg')),
    formatQuantity(sum(rows, 'cbm')),
  ],
})

const known = ([, value]: Fact) => value !== ''

const ofSailing = (voyage: Voyage): Section => ({
  title: 'Sailing',
  grid: true,
  facts: (
    [
      ['Reference', voyage.reference],
      [SAILING_LABELS.vesselId, `${voyage.vessel} ${voyage.voyage}`.trim()],
      ['Carrier', voyage.carrier ?? ''],
      ['Master bill', voyage.masterBill],
      ['Port of loading', voyage.loading],
      ['Port of discharge', voyage.discharge],
      ['Departure', formatDate(voyage.departure, 'UTC')],
      ['Arrival', formatDate(voyage.arrival, 'UTC')],
    ] satisfies Fact[]
  ).filter(known),
})

const ofContainer = (box: Box): Section => ({
  title: 'Container',
  grid: true,
  facts: (
    [
      ['Number', box.number],
      ['Size type', sizeOf(box)],
      ['Seal', box.seal],
      ['Tare', kilograms(box.tareKg)],
      ['VGM', kilograms(box.vgmKg)],
    ] satisfies Fact[]
  ).filter(known),
})

const sizeOf = ({ sizeType }: Pick<Box, 'sizeType'>) => SIZE_TYPES[sizeType]?.label ?? sizeType

type Manifest = Pick<Paper, 'title' | 'number' | 'company' | 'sections' | 'table'>
const manifestPaper = (manifest: Manifest): Paper => ({
  ...manifest,
  form: 'paper',
  parties: [],
  texts: [],
  toSign: null,
  draft: false,
  landscape: true,
})

/**
 * The data that the manifest of a container prints, and the missing fields. Throws 404, 409 for a container
 * of an FCL order.
 */
export async function readManifest(db: Db, containerId: number) {
  const [box, company] = await Promise.all([readBox(db, containerId), printedCompany(db)])
  const rows = await manifestLines(db, { sailingId: box.sailingId, containerId })
  const missing: MissingField[] = missingOfCompany(company)
  if (box.number === '') missing.push({ field: 'number', label: 'Container number' })
  if (rows.length === 0) missing.push({ field: 'orders', label: 'An order in the container' })
  const data = manifestPaper({
    title: 'Container manifest',
    number: box.number,
    company,
    sections: [ofSailing(box), ofContainer(box)],
    table: tableOf(rows),
  })
  return { data, missing, name: `${box.reference} ${box.number}`.trim() }
}

/** The manifest of a whole sailing, with each order's container: what is known of it, however little. Throws 404. */
export async function readSailingManifest(db: Db, sailingId: number): Promise<Paper> {
  const [{ rows: voyages }, { rows: boxes }, rows, company] = await Promise.all([
    sql<Voyage>`select ${VOYAGE} from sailings s left join vessels v on v.id = s.vessel_id where s.id = ${sailingId}`.execute(
      db,
    ),
    sql<Pick<Box, 'number' | 'sizeType' | 'seal'>>`
      select number, size_type, seal from containers where sailing_id = ${sailingId} order by id`.execute(db),
    manifestLines(db, { sailingId }),
    printedCompany(db),
  ])
  const [voyage] = voyages
  if (!voyage) throw notFound('Sailing')
  const containers: Fact[] = boxes.map((box) => [
    box.number || 'To be named',
    [sizeOf(box), box.seal].filter(Boolean).join('\n'),
  ])
  return manifestPaper({
    title: 'Cargo manifest',
    number: voyage.reference,
    company,
    sections: [
      ofSailing(voyage),
      ...(containers.length > 0 ? [{ title: 'Containers', grid: true, facts: containers } as const] : []),
    ],
    table: tableOf(rows, { containers: true }),
  })
}
