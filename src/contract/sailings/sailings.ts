import { z } from 'zod'
import { carrierSays } from '#contract/carrier-events/carrier-says.ts'
import * as f from '#contract/lib/fields.ts'
import { NOT_ALL_FILLED } from '#contract/lib/messages.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { ALL_OPERATIONS, defineResource, fieldWarning, namedRecord, versioned } from '#contract/lib/resource.ts'
import type { AddError } from '#contract/lib/rules.ts'
import { run } from '#contract/runs/runs.ts'
import {
  ACTUAL_DATES,
  ARRIVES_BEFORE_DEPARTURE,
  NO_VOYAGE,
  PLANNED_DEPARTURES,
  SAILING_CUT_OFFS,
  SAILING_DATES,
  SAILING_EXISTS,
  SAILING_LABELS,
  SAILING_STATUSES,
  SAME_PORTS,
} from './sailing-codes.ts'
import { requireEvent, toldInput } from './told.ts'

/** A container of a sailing, and how full it is. Sums take measured figures, else booked ones. */
const containerFill = z.object({
  id: z.int(),
  number: z.string(),
  sizeType: z.string(),
  maxCbm: z.number(),
  maxKg: z.number(),
  usedCbm: z.number(),
  usedKg: z.number(),
})

const input = z.object({
  vesselId: f.id(),
  voyage: f.keyText(SAILING_LABELS.voyage, 100, undefined, { pattern: [/[A-Za-z0-9]/, NO_VOYAGE] }),
  carrierId: f.optionalId(),
  portOfLoading: f.code(SAILING_LABELS.portOfLoading),
  portOfDischarge: f.code(SAILING_LABELS.portOfDischarge),
  depotId: f.optionalId(),
  ...recordOf(SAILING_CUT_OFFS, () => f.instant()),
  ...recordOf([...PLANNED_DEPARTURES, ...ACTUAL_DATES], () => f.day()),
  masterBill: f.optionalKeyText(SAILING_LABELS.masterBill, 35),
  carrierBooking: f.optionalKeyText(SAILING_LABELS.carrierBooking, 35),
  destinationPlaceId: f.optionalId(),
  status: f.oneOf(SAILING_STATUSES).default('planned'),
  notes: f.longText(SAILING_LABELS.notes, 2000),
  /** True to close the sailing although mandatory papers are missing. Not stored. */
  confirm: f.flag().optional(),
  /** The event of an actual date for the orders aboard, and its mail. Not stored. */
  ...toldInput,
})
type Input = z.output<typeof input>

const before = (one: string | null | undefined, other: string | null | undefined) => !!one && !!other && one < other

/** Rules over several fields of a sailing. */
export function sailingRules(sailing: Partial<Input>, add: AddError): void {
  const { portOfLoading, portOfDischarge, etd, portEta, atd, portAta } = sailing
  if (portOfLoading && portOfLoading === portOfDischarge) add('portOfDischarge', SAME_PORTS)
  if (before(portEta, etd)) add('portEta', ARRIVES_BEFORE_DEPARTURE)
  requireEvent(sailing, add)
  if (before(portAta, atd)) add('portAta', ARRIVES_BEFORE_DEPARTURE)
}

/** Vessel and ports of sailings. Cut-offs are instants, departures and arrivals days (00:00 UTC). */
export const sailings = defineResource({
  key: 'sailings',
  path: 'sailing',
  name: 'Sailing',
  about: 'Departures of vessels, and the orders on them.',
  scope: 'reference',
  named: '{reference}',
  refs: {
    vesselId: 'vessels',
    carrierId: 'carriers',
    depotId: 'depots',
    destinationPlaceId: 'places',
    portOfLoading: 'placeCodes',
    portOfDischarge: 'placeCodes',
  },
  row: z.object({
    ...versioned,
    createdAt: z.string(),
    /** The number that the server gives: 'S-2026-0412'. */
    reference: z.string(),
    vesselId: z.int(),
    vessel: namedRecord,
    voyage: z.string(),
    carrierId: z.int().nullable(),
    carrier: namedRecord.nullable(),
    portOfLoading: z.string(),
    portOfDischarge: z.string(),
    /** Names of the ports; '' for an unknown code. */
    portNames: z.object({ portOfLoading: z.string(), portOfDischarge: z.string() }),
    depotId: z.int().nullable(),
    depot: namedRecord.nullable(),
    ...recordOf(SAILING_DATES, () => z.string().nullable()),
    /** The first cut-off that has not passed; null without one, and once it has departed or was cancelled. */
    nextCutOffAt: z.string().nullable(),
    masterBill: z.string(),
    carrierBooking: z.string(),
    /** The CFS at which the cargo is stripped. */
    destinationPlaceId: z.int().nullable(),
    destinationPlace: namedRecord.nullable(),
    status: z.literal(SAILING_STATUSES),
    notes: z.string(),
    /** Orders aboard, and those received by the CFS; cancelled orders do not count. */
    orderCount: z.int(),
    receivedCount: z.int(),
    /** LCL cargo against the capacity of the sailing's containers. */
    usedCbm: z.number(),
    usedKg: z.number(),
    capacityCbm: z.number(),
    capacityKg: z.number(),
    /** Capacity that is left, not below 0. */
    freeCbm: z.number(),
    freeKg: z.number(),
    containers: z.array(containerFill),
    carrierSays,
    /** Fields to check after a save, and other sailings that may be meant. */
    warnings: z.array(fieldWarning).optional(),
    similar: z.array(z.object({ id: z.int(), reference: z.string() })).optional(),
    /** The run that sets the event of an actual date; null without one. */
    run: run.nullable().optional(),
  }),
  input,
  rules: sailingRules,
  operations: ALL_OPERATIONS,
  sortable: [
    'id',
    'reference',
    'vessel',
    'voyage',
    'carrier',
    'portOfLoading',
    'portOfDischarge',
    'cargoCutOffAt',
    'documentationCutOffAt',
    'nextCutOffAt',
    'etd',
    'portEta',
    'status',
  ],
  searchable: ['reference', 'vessel', 'voyage', 'masterBill', 'carrierBooking'],
  filterable: ['status', 'vesselId', 'carrierId', 'depotId', 'portOfLoading', 'portOfDischarge'],
  columns: {
    reference: 'Reference',
    vessel: 'Vessel',
    voyage: 'Voyage',
    carrier: 'Carrier',
    portOfLoading: 'Port of loading',
    portOfDischarge: 'Port of discharge',
    cargoCutOffAt: 'Cargo cut-off',
    documentationCutOffAt: 'Documentation cut-off',
    vgmCutOffAt: 'VGM cut-off',
    etd: 'ETD',
    atd: 'ATD',
    portEta: 'ETA',
    portAta: 'ATA',
    orderCount: 'Orders',
    usedCbm: 'CBM',
    capacityCbm: 'Capacity, CBM',
    usedKg: 'kg',
    capacityKg: 'Capacity, kg',
    masterBill: 'Master bill',
    carrierBooking: 'Carrier booking',
    destinationPlace: 'Destination CFS',
    status: 'Status',
  },
  conflict: { field: 'voyage', message: SAILING_EXISTS },
  incomplete: NOT_ALL_FILLED,
})
export type Sailing = z.infer<typeof sailings.row>

const MOST_DAYS = 366
/** The next sailing of a lane: so many days later, with its own voyage, and perhaps another vessel. */
export const copyInput = z.object({
  days: f.optionalDecimal(0, { above: 0, max: MOST_DAYS }),
  voyage: input.shape.voyage,
  vesselId: f.optionalId(),
})
export type CopyInput = z.output<typeof copyInput>
