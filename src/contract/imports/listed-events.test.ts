import { expect, test } from 'vitest'
import { listedEvent, readListedEvents } from './listed-events.ts'

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
const DEPARTED = { name: 'Departed', date: '2026-11-20' }
const ARRIVED = { name: 'Arrived', date: '2026-12-14' }

test.each([
  'Departed @ 2026-11-20; Arrived @ 2026-12-14',
  'Departed＠2026-11-20；Arrived＠2026-12-14',
  'Departed\u3000＠\u30002026-11-20；\u3000Arrived ﹫ 2026-12-14﹔',
  '"Departed" ＠ 2026-11-20; ＂Arrived＂＠2026-12-14',
])('%j is two events', (text) => expect(readListedEvents(text, isDate)).toEqual([DEPARTED, ARRIVED]))

test.each(['Held; at gate', 'Held；at gate', 'Waiting＠gate'])(
  'a name with a sign of the list stands in quotes: %s',
  (name) => {
    const list = [listedEvent(name, '2026-11-20'), listedEvent('Arrived', '2026-12-14')].join('; ')
    expect(list).toContain(`"${name}"`)
    expect(readListedEvents(list, isDate).map((each) => each.name.normalize('NFKC'))).toEqual([
      name.normalize('NFKC'),
      'Arrived',
    ])
  },
)
