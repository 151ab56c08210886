import { z } from 'zod'
import type { Milestone } from '#contract/reference/milestones.ts'

/**
 * The path of events whose names and values are those of DCSA Track & Trace 2.2
 * (github.com/dcsaorg/DCSA-OpenAPI).
 */
export const DCSA_PATH = 'dcsa/v2/events'
export const DCSA_VERSION = '2.2.0'

export const DCSA_EVENT_TYPES = ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT'] as const
export type DcsaEventType = (typeof DCSA_EVENT_TYPES)[number]

/** All codes of the standard by which a query may narrow the events; those of this product are among them. */
export const DCSA_CODES = {
  SHIPMENT: 'RECE DRFT PENA PENU REJE APPR ISSU SURR SUBM VOID CONF REQS CMPL HOLD RELS'.split(' '),
  TRANSPORT: ['ARRI', 'DEPA'],
  EQUIPMENT: 'LOAD DISC GTIN GTOT STUF STRP PICK DROP INSP RSEA RMVD'.split(' '),
  DOCUMENT: 'CBR BKG SHI SRM TRD ARN VGM CAS CUS DGD OOG'.split(' '),
} as const

const SHIPMENT_CODES = ['RECE', 'CONF'] as const
const TRANSPORT_CODES = ['DEPA', 'ARRI'] as const
const EQUIPMENT_CODES = ['PICK', 'GTIN', 'STUF', 'LOAD', 'DISC', 'STRP', 'GTOT', 'DROP'] as const
/** Facilities: a container freight station, a port terminal, the place of a customer. */
const FACILITIES = ['COFS', 'POTE', 'CLOC'] as const
const MODES = ['VESSEL', 'TRUCK'] as const

const transportCall = z.object({
  transportCallID: z.string(),
  exportVoyageNumber: z.string().optional(),
  UNLocationCode: z.string().optional(),
  facilityTypeCode: z.enum(FACILITIES).optional(),
  modeOfTransport: z.enum(MODES),
  vessel: z.object({ vesselIMONumber: z.string(), vesselName: z.string() }).optional(),
})
export type DcsaTransportCall = z.infer<typeof transportCall>

const documentReferences = z.array(
  z.object({ documentReferenceType: z.literal('BKG'), documentReferenceValue: z.string() }),
)
const references = z.array(z.object({ referenceType: z.enum(['FF', 'PO', 'EQ']), referenceValue: z.string() }))

const base = {
  eventID: z.string(),
  eventCreatedDateTime: z.string(),
  eventClassifierCode: z.enum(['ACT', 'EST']),
  eventDateTime: z.string(),
}

const shipmentEvent = z.object({
  ...base,
  eventType: z.literal('SHIPMENT'),
  shipmentEventTypeCode: z.enum(SHIPMENT_CODES),
  documentID: z.string(),
  documentTypeCode: z.literal('BKG'),
  references,
})

const transportEvent = z.object({
  ...base,
  eventType: z.literal('TRANSPORT'),
  transportEventTypeCode: z.enum(TRANSPORT_CODES),
  transportCall,
  documentReferences,
  references,
})

const equipmentEvent = z.object({
  ...base,
  eventType: z.literal('EQUIPMENT'),
  equipmentEventTypeCode: z.enum(EQUIPMENT_CODES),
  equipmentReference: z.string().optional(),
  ISOEquipmentCode: z.string().optional(),
  emptyIndicatorCode: z.literal('LADEN'),
  transportCall,
  documentReferences,
  references,
})

export const dcsaEvent = z.union([shipmentEvent, transportEvent, equipmentEvent])
export type DcsaEvent = z.infer<typeof dcsaEvent>
export type DcsaBase = Pick<DcsaEvent, keyof typeof base>

/** A failed call, in the shape of DCSA's schema `error`. */
export interface DcsaError {
  httpMethod: string
  requestUri: string
  errors: { reason: string; message: string }[]
  statusCode: number
  statusCodeText: string
  errorDateTime: string
}

interface Call {
  facilityTypeCode: (typeof FACILITIES)[number]
  modeOfTransport: (typeof MODES)[number]
}
type Meaning =
  | { eventType: 'SHIPMENT'; code: (typeof SHIPMENT_CODES)[number] }
  | ({ eventType: 'TRANSPORT'; code: (typeof TRANSPORT_CODES)[number] } & Call)
  | ({ eventType: 'EQUIPMENT'; code: (typeof EQUIPMENT_CODES)[number]; at: 'origin' | 'destination' } & Call)

const AT_CFS = { facilityTypeCode: 'COFS', modeOfTransport: 'TRUCK' } as const
const AT_PORT = { facilityTypeCode: 'POTE', modeOfTransport: 'VESSEL' } as const
const AT_CUSTOMER = { facilityTypeCode: 'CLOC', modeOfTransport: 'TRUCK' } as const

/** Milestones in DCSA's codes. Version 2.2 has none for the others, nor for cargo on hold. */
export const DCSA_MEANINGS: Partial<Record<Milestone, Meaning>> = {
  booked: { eventType: 'SHIPMENT', code: 'RECE' },
  confirmed: { eventType: 'SHIPMENT', code: 'CONF' },
  'picked-up': { eventType: 'EQUIPMENT', code: 'PICK', at: 'origin', ...AT_CUSTOMER },
  received: { eventType: 'EQUIPMENT', code: 'GTIN', at: 'origin', ...AT_CFS },
  stuffed: { eventType: 'EQUIPMENT', code: 'STUF', at: 'origin', ...AT_CFS },
  loaded: { eventType: 'EQUIPMENT', code: 'LOAD', at: 'origin', ...AT_PORT },
  departed: { eventType: 'TRANSPORT', code: 'DEPA', ...AT_PORT },
  arrived: { eventType: 'TRANSPORT', code: 'ARRI', ...AT_PORT },
  discharged: { eventType: 'EQUIPMENT', code: 'DISC', at: 'destination', ...AT_PORT },
  stripped: { eventType: 'EQUIPMENT', code: 'STRP', at: 'destination', ...AT_CFS },
  'out-for-delivery': { eventType: 'EQUIPMENT', code: 'GTOT', at: 'destination', ...AT_CFS },
  delivered: { eventType: 'EQUIPMENT', code: 'DROP', at: 'destination', ...AT_CUSTOMER },
}
