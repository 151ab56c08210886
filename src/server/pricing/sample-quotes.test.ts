import { expect, test } from 'vitest'
import { readConstants } from './quote-constants.ts'
import { tryConstants } from './sample-quotes.ts'

const today = readConstants(
  Object.entries({
    MIN_RT: 1,
    INLAND_KG_PER_CBM: 363,
    ONCARRIAGE_FIXED: 85,
    ONCARRIAGE_VAR: 34,
    ONCARRIAGE_MIN: 110,
    FBA_APPOINTMENT_FEE: 45,
    INSURANCE_UPLIFT: 1.1,
    INSURANCE_RATE: 0.0035,
    INSURANCE_MIN: 35,
    CUSTOMS_BROKERAGE_FEE: 145,
  }).map(([name, value]) => ({ name, value })),
)
const totals = ({ samples }: ReturnType<typeof tryConstants>) => samples.map(({ before, after }) => [before, after])

test('the samples are the worked examples, to the cent', () => {
  expect(totals(tryConstants(today, today))).toEqual([
    [855.96, 855.96],
    [901.1, 901.1],
    [263, 263],
  ])
})

test('a change shows in its lines and in the total', () => {
  const { samples, missing } = tryConstants(today, { ...today, CUSTOMS_BROKERAGE_FEE: 150.5 })
  expect(missing).toBeNull()
  expect(samples.map(({ before, after }) => [before, after])).toEqual([
    [855.96, 861.46],
    [901.1, 906.6],
    [263, 263],
  ])
  expect(samples[0]?.lines.filter(({ before, after }) => before !== after)).toEqual([
    { code: 'customs', label: expect.any(String), before: 145, after: 150.5 },
  ])
})

test.each(Object.keys(today) as (keyof typeof today)[])('%s shows in at least one sample', (name) => {
  const changed = tryConstants(today, { ...today, [name]: today[name] * 1.5 })
  expect(totals(changed)).not.toEqual(totals(tryConstants(today, today)))
})

test('a value that leaves no price says why', () => {
  const { samples, missing } = tryConstants(today, { ...today, INLAND_KG_PER_CBM: 0 })
  expect(missing).toBe('The constant INLAND_KG_PER_CBM is 0.')
  expect(samples[0]).toMatchObject({ before: 855.96, after: null })
  expect(samples[0]?.lines[0]).toMatchObject({ before: 95, after: null })
})
