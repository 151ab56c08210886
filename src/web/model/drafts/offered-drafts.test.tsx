import { expect, test } from 'vitest'
import { datesIn } from '#web/lib/format/dates.ts'
import { draftTitle } from './offered-drafts.tsx'

test('a draft is named by its key, or as your own, with its time, and its day if that is not today', () => {
  const dates = datesIn('UTC')
  const now = new Date()
  expect(draftTitle({ by: 'Shop', updatedAt: '2026-11-20T10:02:00Z' }, dates)).toBe(
    'Draft by key Shop, Nov 20 2026 10:02',
  )
  expect(draftTitle({ by: null, updatedAt: now.toISOString() }, dates)).toBe(
    `Your draft, ${dates.time(now.toISOString())}`,
  )
})
