import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useExport } from '#web/lib/resource/use-export.ts'
import { Toasts } from '#web/ui/feedback/toasts.tsx'
import { ExportMenu } from './export-menu.tsx'

/** Replies under way: their streams. */
let sending: ReadableStreamDefaultController<Uint8Array>[] = []
let asked: { url: string; init: RequestInit }[] = []
const saved = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  sending = []
  asked = []
  saved.mockClear()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(saved)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        sending.push(controller)
        // A browser aborts the stream like this.
        init.signal?.addEventListener('abort', () => controller.error(new DOMException('Aborted', 'AbortError')))
      },
    })
    return new Response(body, { headers: { 'x-total-count': '4' } })
  })
})
function Orders({ body, opened }: { body?: object | undefined; opened?: true }) {
  return (
    <MantineProvider env="test">
      <ExportMenu
        {...useExport('things', 'Things', { query: { 'f.size': 'is:1', page: 3 }, body })}
        defaultOpened={opened}
      />
      <Toasts />
    </MantineProvider>
  )
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const button = (name: string) => screen.queryByRole('button', { name })
const begin = async (format: string) => {
  button('Export')?.focus()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Export' })))
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: format })))
  await after(0)
}
const send = async (text: string) => {
  sending[0]?.enqueue(new TextEncoder().encode(text))
  await after(0)
}

test('an export that takes long says how many rows have come, and is saved once it is whole', async () => {
  render(<Orders />)
  await begin('CSV')
  expect(asked.map(({ url }) => url)).toEqual(['/api/things/export?f.size=is%3A1&format=csv'])
  await after(600)
  expect(button('Cancel export')).toBeNull()
  await after(200)
  expect(screen.queryByText('Export begins …')).not.toBeNull()
  await send('"id"\r\n1\r\n2\r\n')
  expect(screen.queryByText('3 of 4 rows')).not.toBeNull()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75')
  expect(saved).not.toHaveBeenCalled()
  sending[0]?.close()
  await after(0)
  expect(saved).toHaveBeenCalledOnce()
  expect(button('Export')).not.toBeNull()
  expect(screen.queryByText('4 rows exported')).not.toBeNull()
})

test('Cancel export ends the download, saves nothing and shows no message; the focus stays in its place', async () => {
  render(<Orders />)
  await begin('Excel (XLSX)')
  await send('some bytes')
  await after(800)
  expect(screen.queryByText('4 rows, 0.0 MB')).not.toBeNull()
  const cancel = button('Cancel export')
  expect(document.activeElement).toBe(cancel)
  if (cancel) await act(async () => void fireEvent.click(cancel))
  await after(0)
  expect(asked[0]?.init.signal?.aborted).toBe(true)
  expect(document.activeElement).toBe(button('Export'))
  expect(saved).not.toHaveBeenCalled()
  expect(screen.queryByText(/broke off|no answer|rows exported/)).toBeNull()
})

test('a file that breaks off half-way is not saved, and the failure shows', async () => {
  render(<Orders />)
  await begin('CSV')
  await send('"id"\r\n1\r\n')
  sending[0]?.error(new TypeError('network error'))
  await after(0)
  expect(saved).not.toHaveBeenCalled()
  expect(screen.queryByText(/The file broke off half-way, so it was not saved/)).not.toBeNull()
})

test('named rows are sent as JSON', async () => {
  render(<Orders body={{ ids: [3, 1] }} />)
  await begin('CSV')
  const { method, body, headers } = asked[0]?.init ?? {}
  expect([method, body]).toEqual(['POST', '{"ids":[3,1]}'])
  expect(headers).toMatchObject({ 'content-type': 'application/json' })
})

test('a menu that was opened by the click that loaded it is closed once an export is over', async () => {
  render(<Orders opened />)
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'CSV' })))
  await after(800)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel export' })))
  await after(0)
  expect(button('Export')?.getAttribute('aria-expanded')).toBe('false')
})
