import type { Clock, DayUnit, StartBasis } from '#contract/free-time/free-time-codes.ts'
import type { Tier } from '#contract/free-time/tiers.ts'
import { CARRIERS } from './carriers.ts'
import { DESTINATION_PLACES } from './destination-places.ts'

/** Tiers from their first days and amounts: [1, 85], [5, 170] is 85 for days 1 to 4, then 170. */
const tiers = (
  per: Tier['per'],
  steps: readonly (readonly [fromDay: number, amount: number])[],
  minimum: number | null = null,
) => {
  const rows = steps.map(([fromDay, amount], at): Tier => {
    const next = steps[at + 1]?.[0]
    return { fromDay, toDay: next === undefined ? null : next - 1, amount, per, minimum }
  })
  return JSON.stringify(rows)
}

interface Terms {
  name: string
  clock: Clock
  days: number
  unit: DayUnit
  startBasis: StartBasis
  tiers: string
}

const rule = (terms: Terms, scope: { carrierId?: number; placeId?: number; currency?: string } = {}) => ({
  carrierId: null,
  placeId: null,
  port: null,
  sizeType: null,
  currency: 'USD',
  ...terms,
  ...scope,
  firstDay: 'next' as const,
  validFrom: '2025-01-01',
  validTo: null,
  source: 'Example: replace it by the tariff that you have',
})

const carrier = (name: string) => CARRIERS.findIndex((each) => each.name === name) + 1
const placesOf = (kind: string, country?: string) =>
  DESTINATION_PLACES.flatMap((place, at) =>
    place.kind === kind && (country === undefined || place.country === country) ? [{ ...place, id: at + 1 }] : [],
  )

/** Rules of free time in the demo: for everybody, for two lines, and for some places. */
export const FREE_TIME_RULES = [
  rule({
    ...{ name: 'Demurrage, any terminal', clock: 'demurrage', days: 4, unit: 'calendar', startBasis: 'discharged' },
    tiers: tiers('container-day', [
      [1, 85],
      [5, 170],
    ]),
  }),
  rule({
    ...{ name: 'Detention, any line', clock: 'detention', days: 5, unit: 'calendar', startBasis: 'gated-out' },
    tiers: tiers('container-day', [
      [1, 110],
      [6, 165],
    ]),
  }),
  ...['MSC', 'Evergreen Line'].map((name) =>
    rule(
      {
        ...{ name: `Detention, ${name}`, clock: 'detention', days: 4, unit: 'working', startBasis: 'gated-out' },
        tiers: tiers('container-day', [
          [1, 125],
          [6, 190],
          [11, 250],
        ]),
      },
      { carrierId: carrier(name) },
    ),
  ),
  ...placesOf('terminal', 'CA').map(({ id, name }) =>
    rule(
      {
        ...{ name: `Demurrage, ${name}`, clock: 'demurrage', days: 5, unit: 'working', startBasis: 'discharged' },
        tiers: tiers('container-day', [
          [1, 120],
          [6, 240],
        ]),
      },
      { placeId: id, currency: 'CAD' },
    ),
  ),
  rule({
    ...{ name: 'Rail storage, any terminal', clock: 'rail', days: 2, unit: 'working', startBasis: 'available' },
    tiers: tiers('container-day', [[1, 150]]),
  }),
  ...placesOf('cfs').map(({ id, name, country }) =>
    rule(
      {
        ...{ name: `Storage, ${name}`, clock: 'storage', days: 5, unit: 'working', startBasis: 'stripped' },
        tiers: tiers(
          'cbm-day',
          [
            [1, 3.5],
            [6, 7],
          ],
          25,
        ),
      },
      { placeId: id, currency: country === 'CA' ? 'CAD' : 'USD' },
    ),
  ),
]
