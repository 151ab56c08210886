/** A destination code of the freight table. */
export type Destination = keyof typeof DESTINATIONS

/**
 * Rate of tier 1 in USD per CBM; inland points cost more per ton. `seaDays` counts from Shanghai, the days by
 * rail or truck from the port of discharge. `places`: where a sea waybill to this destination ends.
 */
export const DESTINATIONS = {
  'USWC-LAX': {
    cbm: 68,
    inland: false,
    seaDays: 15,
    inlandDays: 0,
    ports: ['USLAX', 'USLGB'],
    places: ['USLAX', 'USLGB'],
  },
  'USWC-SEA': {
    cbm: 74,
    inland: false,
    seaDays: 15,
    inlandDays: 0,
    ports: ['USSEA', 'USTIW'],
    places: ['USSEA', 'USTIW'],
  },
  'US-CHI': {
    cbm: 98,
    inland: true,
    seaDays: 15,
    inlandDays: 6,
    ports: ['USLAX', 'USLGB', 'CAPRR'],
    places: ['USCHI'],
  },
  'US-DAL': { cbm: 102, inland: true, seaDays: 15, inlandDays: 3, ports: ['USLAX', 'USLGB'], places: ['USDAL'] },
  'USEC-NYC': {
    cbm: 92,
    inland: false,
    seaDays: 31,
    inlandDays: 0,
    ports: ['USNYC', 'USEWR'],
    places: ['USNYC', 'USEWR'],
  },
  'USEC-SAV': { cbm: 96, inland: false, seaDays: 33, inlandDays: 0, ports: ['USSAV'], places: ['USSAV', 'USATL'] },
  'CA-YVR': { cbm: 72, inland: false, seaDays: 17, inlandDays: 0, ports: ['CAVAN'], places: ['CAVAN'] },
  'CA-YYZ': { cbm: 104, inland: true, seaDays: 17, inlandDays: 7, ports: ['CAVAN', 'CAPRR'], places: ['CATOR'] },
  'CA-YUL': { cbm: 108, inland: true, seaDays: 17, inlandDays: 8, ports: ['CAVAN', 'CAHAL'], places: ['CAMTR'] },
  'CA-YYC': { cbm: 96, inland: true, seaDays: 17, inlandDays: 3, ports: ['CAVAN'], places: ['CACAL', 'CAEDM'] },
} as const

/** Surcharge of tiers 1, 2 and 3 on the tier 1 rate, USD per CBM. */
const TIER_SURCHARGES = [0, 8, 18]
const INLAND_FACTOR = 1.15

export interface Rate {
  tier: number
  dest: string
  cbm: number
  mt: number
}

/** A rate for every tier and destination, USD per CBM and per ton. */
export const RATES: readonly Rate[] = TIER_SURCHARGES.flatMap((surcharge, at) =>
  Object.entries(DESTINATIONS).map(([dest, { cbm, inland }]) => ({
    tier: at + 1,
    dest,
    cbm: cbm + surcharge,
    mt: Math.round((cbm + surcharge) * (inland ? INLAND_FACTOR : 1) * 100) / 100,
  })),
)
