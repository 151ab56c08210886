import { expect, test, vi } from 'vitest'
import { HTML_WORK } from './html-work.ts'

test('the first text does not wait for the names of connected peers', async () => {
  const asked: unknown[] = []
  const { getReport } = process.report
  vi.spyOn(process.report, 'getReport').mockImplementation((...given) => {
    asked.push(Reflect.get(process.report, 'excludeNetwork'))
    return Reflect.apply(getReport, process.report, given)
  })
  expect((await HTML_WORK.unwrapped('<p>Hello</p>', { siteUrl: '', appUrl: '' })).text?.lines).toBe('Hello')
  expect(asked).toEqual(asked.map(() => true))
  expect(asked).not.toEqual([])
})
