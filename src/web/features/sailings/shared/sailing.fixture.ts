import { recordOf } from '#contract/lib/record-of.ts'
import { SAILING_DATES } from '#contract/sailings/sailing-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'

/** A planned sailing from Ningbo to Los Angeles, as the server answers it. */
export const sailing = (more: Partial<Sailing> = {}): Sailing => ({
  id: 9,
  reference: 'S-2026-0009',
  status: 'planned',
  notes: '',
  masterBill: '',
  carrierBooking: '',
  destinationPlaceId: null,
  destinationPlace: null,
  vesselId: 3,
  vessel: { id: 3, name: 'EVER GIVEN' },
  voyage: '018E',
  carrierId: null,
  carrier: null,
  portOfLoading: 'CNNGB',
  portOfDischarge: 'USLAX',
  depotId: null,
  depot: null,
  portNames: { portOfLoading: 'Ningbo', portOfDischarge: 'Los Angeles' },
  ...recordOf(SAILING_DATES, () => null),
  nextCutOffAt: null,
  orderCount: 0,
  receivedCount: 0,
  containers: [],
  createdAt: 'v1',
  updatedAt: 'v1',
  capacityCbm: 136,
  capacityKg: 50_000,
  freeCbm: 120,
  freeKg: 50_000,
  usedCbm: 16,
  usedKg: 0,
  ...more,
})
