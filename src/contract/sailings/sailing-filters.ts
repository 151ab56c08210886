import { choicesOf, defineFilters } from '#contract/lib/filters.ts'
import { SAILING_LABELS, SAILING_STATUS_LABELS } from './sailing-codes.ts'

/** Filters of the list of sailings. Ports are codes. */
export const SAILING_FILTERS = defineFilters({
  status: { kind: 'enum', label: SAILING_LABELS.status, choices: choicesOf(SAILING_STATUS_LABELS) },
  reference: { kind: 'text', label: SAILING_LABELS.reference },
  vessel: { kind: 'ref', label: SAILING_LABELS.vesselId, from: 'vessel', name: 'name' },
  voyage: { kind: 'text', label: SAILING_LABELS.voyage },
  carrier: { kind: 'ref', label: SAILING_LABELS.carrierId, from: 'carrier', name: 'name' },
  portOfLoading: { kind: 'text', label: SAILING_LABELS.portOfLoading },
  portOfDischarge: { kind: 'text', label: SAILING_LABELS.portOfDischarge },
  depot: { kind: 'ref', label: SAILING_LABELS.depotId, from: 'value/depot', name: 'name' },
  nextCutOff: { kind: 'date', label: 'Next cut-off', hours: true },
  cutOff: { kind: 'date', label: SAILING_LABELS.cargoCutOffAt },
  documentationCutOff: { kind: 'date', label: SAILING_LABELS.documentationCutOffAt },
  vgmCutOff: { kind: 'date', label: SAILING_LABELS.vgmCutOffAt },
  etd: { kind: 'date', label: SAILING_LABELS.etd, days: true },
  eta: { kind: 'date', label: SAILING_LABELS.portEta, days: true },
  atd: { kind: 'date', label: SAILING_LABELS.atd, days: true },
  ata: { kind: 'date', label: SAILING_LABELS.portAta, days: true },
  masterBill: { kind: 'text', label: SAILING_LABELS.masterBill },
  carrierBooking: { kind: 'text', label: SAILING_LABELS.carrierBooking },
  destinationPlace: { kind: 'ref', label: SAILING_LABELS.destinationPlaceId, from: 'place', name: 'name' },
})
