import { createHash } from 'node:crypto'
import {
  DCSA_MEANINGS,
  type DcsaBase,
  type DcsaEvent,
  type DcsaTransportCall,
} from '#contract/integrations/dcsa-events.ts'
import { MILESTONES } from '#contract/reference/milestones.ts'
import type { Entry } from './read-entries.ts'

/** The id of an event: the same for the same entry, however often it is read, and unlike any other's. */
function eventID({ source, id, containerId, createdAt, codes, sailing }: Entry): string {
  const of = source === 1 ? codes.join() : sailing
  const hex = createHash('sha256').update(`quayside ${source} ${id} ${containerId} ${createdAt} ${of}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const LOCATION = /^[A-Z]{2}[A-Z2-9]{3}$/

interface Called extends Pick<DcsaTransportCall, 'facilityTypeCode' | 'modeOfTransport'> {
  at: 'origin' | 'destination'
}

function transportCall(entry: Entry, { at, facilityTypeCode, modeOfTransport }: Called): DcsaTransportCall {
  const port = at === 'origin' ? entry.portOfLoading : entry.portOfDischarge
  const { sailing, codes, voyage, vesselName, imoNumber } = entry
  const afloat = modeOfTransport === 'VESSEL'
  const imo = /\d{7}$/.exec(imoNumber ?? '')?.[0]
  return {
    transportCallID: [sailing ?? codes[0], at, facilityTypeCode].join(':').slice(0, 100),
    ...(afloat && voyage ? { exportVoyageNumber: voyage.slice(0, 50) } : {}),
    ...(afloat && LOCATION.test(port) ? { UNLocationCode: port } : {}),
    ...(facilityTypeCode ? { facilityTypeCode } : {}),
    modeOfTransport,
    ...(afloat && vesselName && imo ? { vessel: { vesselIMONumber: imo, vesselName: vesselName.slice(0, 35) } } : {}),
  }
}

const documentReferences = ({ codes }: Entry) =>
  codes.map((code) => ({ documentReferenceType: 'BKG' as const, documentReferenceValue: code }))

/** References that the parties use: our own, the purchase order, the container. */
const references = ({ codes, purchase, number }: Entry) => [
  ...codes.map((code) => ({ referenceType: 'FF' as const, referenceValue: code })),
  ...(purchase ? [{ referenceType: 'PO' as const, referenceValue: purchase.slice(0, 100) }] : []),
  ...(number ? [{ referenceType: 'EQ' as const, referenceValue: number }] : []),
]

const AT_PORT = { facilityTypeCode: 'POTE', modeOfTransport: 'VESSEL' } as const

function transportEvent(entry: Entry, base: DcsaBase, code: 'DEPA' | 'ARRI'): DcsaEvent {
  const at = code === 'DEPA' ? 'origin' : 'destination'
  return {
    ...base,
    eventType: 'TRANSPORT',
    transportEventTypeCode: code,
    transportCall: transportCall(entry, { at, ...AT_PORT }),
    documentReferences: documentReferences(entry),
    references: references(entry),
  }
}

function ofSailing(entry: Entry, base: DcsaBase): DcsaEvent {
  const actual = entry.field === 'atd' || entry.field === 'portAta'
  const code = entry.field === 'etd' || entry.field === 'atd' ? 'DEPA' : 'ARRI'
  return transportEvent(entry, { ...base, eventClassifierCode: actual ? 'ACT' : 'EST' }, code)
}

/** The event of an entry, for other programs. */
export function composeEvent(entry: Entry): DcsaEvent {
  const { createdAt, date, codes, number, sizeType } = entry
  const base: DcsaBase = {
    eventID: eventID(entry),
    eventCreatedDateTime: createdAt,
    eventClassifierCode: 'ACT',
    eventDateTime: date,
  }
  const milestone = MILESTONES.find((each) => each === entry.milestone)
  const meaning = milestone && DCSA_MEANINGS[milestone]
  if (!meaning) return ofSailing(entry, base)
  if (meaning.eventType === 'TRANSPORT') return transportEvent(entry, base, meaning.code)
  if (meaning.eventType === 'SHIPMENT')
    return {
      ...base,
      // The standard has the event of a document take place when it is announced.
      eventDateTime: createdAt,
      eventType: 'SHIPMENT',
      shipmentEventTypeCode: meaning.code,
      documentID: codes.join(),
      documentTypeCode: 'BKG',
      references: references(entry),
    }
  return {
    ...base,
    eventType: 'EQUIPMENT',
    equipmentEventTypeCode: meaning.code,
    ...(number ? { equipmentReference: number.slice(0, 15), ISOEquipmentCode: sizeType } : {}),
    emptyIndicatorCode: 'LADEN',
    transportCall: transportCall(entry, meaning),
    documentReferences: documentReferences(entry),
    references: references(entry),
  }
}
