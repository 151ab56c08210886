import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plusDays } from '#contract/free-time/days.ts'
import type { Clock, DayUnit } from '#contract/free-time/free-time-codes.ts'
import { lastFreeDay } from '#contract/free-time/last-free-day.ts'

interface Notice {
  transport: { portOfDischargeArrivalDate: { value: string } }
  freeTimes: {
    typeCodes: string[]
    equipmentReferences: string[]
    duration: number
    timeUnit: string
    calculationBasis: string
  }[]
}

const FILE = 'arrivalnotice-api-100-post-freetime-request.json'
const { arrivalNotices } = JSON.parse(readFileSync(join(import.meta.dirname, FILE), 'utf8')) as {
  arrivalNotices: Notice[]
}

/** DCSA's codes by our words. A combined clock (PDM) is one of ours for each part; hours and working days of other weeks have none. */
const CLOCKS: Record<string, Clock> = { DEM: 'demurrage', DET: 'detention', STO: 'storage' }
const UNITS: Record<string, DayUnit> = { CD: 'calendar', WD: 'working' }

test('the free time of the published arrival notice is read to the days that it prints', () => {
  const read = arrivalNotices.flatMap(({ freeTimes }) =>
    freeTimes.map(({ typeCodes, equipmentReferences, duration, timeUnit, calculationBasis }) => ({
      ...{ clocks: typeCodes.map((code) => CLOCKS[code]), unit: UNITS[timeUnit], days: duration },
      ...{ equipmentReferences, calculationBasis },
    })),
  )
  expect(read).toEqual([
    {
      ...{ clocks: ['detention'], unit: 'calendar', days: 10 },
      equipmentReferences: ['MSKU1234567', 'MSKU1234568'],
      calculationBasis: 'Detention free time after gate-out full.',
    },
  ])
})

test('ten calendar days after gate-out full end on the tenth day after it, whatever is closed meanwhile', () => {
  const [{ transport, freeTimes } = { transport: undefined, freeTimes: [] }] = arrivalNotices
  const [{ duration, timeUnit } = { duration: 0, timeUnit: '' }] = freeTimes
  const gatedOut = plusDays(transport?.portOfDischargeArrivalDate.value ?? '', 2)
  expect(gatedOut).toBe('2023-12-15')
  const unit = UNITS[timeUnit]
  if (!unit) throw new Error('No unit')
  const last = lastFreeDay({ start: gatedOut, days: duration, unit, firstDay: 'next', holidays: ['2023-12-25'] })
  expect(last).toBe('2023-12-25')
})
