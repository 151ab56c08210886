import { afterEach, expect, test, vi } from 'vitest'
import { openInTab } from './download.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a file opens in the tab that the click opened', async () => {
  const tab = { location: { href: '' }, close: vi.fn() }
  vi.stubGlobal('open', () => tab)
  vi.stubGlobal('fetch', async () => new Response(new Blob(['%PDF-1.4'], { type: 'application/pdf' })))
  await openInTab('document/1/download')
  expect(tab.location.href).toMatch(/^blob:/)
  expect(tab.close).not.toHaveBeenCalled()
})
