import { sql } from 'kysely'
import { formatDate, formatQuantity } from '#contract/lib/format.ts'
import type { MissingField } from '#contract/made-documents/made-documents.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { SIZE_TYPES } from '#contract/reference/container-codes.ts'
import { SAILING_LABELS } from '#contract/sailings/sailing-codes.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, notFound } from '#server/errors.ts'
import { containerLines, type ManifestLine } from '#server/sailings/manifest.ts'
import { missingOfCompany } from './missing.ts'
import { companyOf } from './order-data.ts'
import type { Fact, Paper, PaperTable } from './paper.ts'

interface Box {
  number: string
  sizeType: keyof typeof SIZE_TYPES
  seal: string
  tareKg: number | null
  vgmKg: number | null
  sailingId: number | null
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

/** The container with its sailing. Throws 404; 409 for one of an FCL order, which has no manifest. */
async function readBox(db: Db, id: number): Promise<Box & { sailingId: number }> {
  const { rows } = await sql<Box>`
    select k.number, k.size_type, k.seal, k.tare_kg, k.vgm_kg, k.sailing_id, s.reference, s.master_bill, v.name as vessel, s.voyage,
      (select name from carriers where id = s.carrier_id) as carrier,
      coalesce((select name from ports where code = s.port_of_loading), s.port_of_loading) as loading,
      coalesce((select name from ports where code = s.port_of_discharge), s.port_of_discharge) as discharge,
      coalesce(s.atd, s.etd) as departure, coalesce(s.port_ata, s.port_eta) as arrival
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

const tableOf = (rows: ManifestLine[]): PaperTable => ({
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

const factsOf = (box: Box): Paper['sections'] => [
  {
    title: 'Sailing',
    grid: true,
    facts: [
      ['Reference', box.reference],
      [SAILING_LABELS.vesselId, `${box.vessel} ${box.voyage}`.trim()],
      ['Carrier', box.carrier ?? ''],
      ['Master bill', box.masterBill],
      ['Port of loading', box.loading],
      ['Port of discharge', box.discharge],
      ['Departure', formatDate(box.departure, 'UTC')],
      ['Arrival', formatDate(box.arrival, 'UTC')],
    ],
  },
  {
    title: 'Container',
    grid: true,
    facts: [
      ['Number', box.number],
      ['Size type', SIZE_TYPES[box.sizeType]?.label ?? box.sizeType],
      ['Seal', box.seal],
      ['Tare', kilograms(box.tareKg)],
      ['VGM', kilograms(box.vgmKg)],
    ],
  },
]

/**
 * The data that the manifest of a container prints, and the missing fields. Throws 404, 409 for a container
 * of an FCL order.
 */
export async function readManifest(db: Db, containerId: number) {
  const [box, { company }] = await Promise.all([readBox(db, containerId), companyOf(db)])
  const rows = await containerLines(db, { sailingId: box.sailingId, containerId })
  const missing: MissingField[] = missingOfCompany(company)
  if (box.number === '') missing.push({ field: 'number', label: 'Container number' })
  if (rows.length === 0) missing.push({ field: 'orders', label: 'An order in the container' })
  const known = ([, value]: Fact) => value !== ''
  const data: Paper = {
    form: 'paper',
    title: 'Container manifest',
    number: box.number,
    company,
    parties: [],
    sections: factsOf(box).map((section) => ({ ...section, facts: section.facts.filter(known) })),
    table: tableOf(rows),
    texts: [],
    toSign: null,
    draft: false,
    landscape: true,
  }
  return { data, missing, name: `${box.reference} ${box.number}`.trim() }
}
