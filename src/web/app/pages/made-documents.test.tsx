import '#web/test/setup.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { MadeDocument } from '#contract/made-documents/made-documents.ts'
import { MadeList } from '#web/features/made-documents/shared/made-list.tsx'
import { renderInApp } from '#web/test/render.tsx'

const made = (kind: MadeDocument['kind'], rest: Partial<MadeDocument> = {}): MadeDocument => ({
  kind,
  missing: [],
  changed: false,
  pieces: null,
  piecesGuess: null,
  versions: [],
  ...rest,
})
const version = (n: number, unprintable: string[] = []): MadeDocument['versions'][number] => ({
  version: n,
  documentId: 70 + n,
  name: `Arrival notice (${n}).pdf`,
  size: 2048,
  attached: n === 1,
  unprintable,
  madeAt: '2026-11-20T09:05:00.000Z',
  madeBy: 'Mara Staff',
})

/** Opens the list over a server with these documents; returns the bodies that were sent. */
function open(all: MadeDocument[], answer: (body: { kind: string }) => [number, unknown]) {
  const sent: { kind: string }[] = []
  let stored = all
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (!url.includes('made-documents')) return new Promise(() => {})
    if (method !== 'POST') return new Response(JSON.stringify({ code: 200, message: '', data: stored }))
    sent.push(JSON.parse(String(body)))
    const [code, data] = answer(JSON.parse(String(body)))
    if (code === 200) stored = [data as MadeDocument] // the cast: `data` answers the making of a document
    return new Response(JSON.stringify({ code, message: code === 200 ? '' : 'Refused', data }), { status: code })
  })
  renderInApp(<MadeList subject={{ orderId: 5 }} />)
  return sent
}
const item = async (label: string) => {
  const name = await screen.findByText(label)
  return within(name.closest('li') as HTMLElement)
}

test('missing fields are named, and the button waits for them', async () => {
  const missing = [
    { field: 'bookingConfirmation.cargoCutOffAt', label: 'Cargo cut-off' },
    { field: 'company.name', label: 'Company name' },
  ]
  open([made('booking-confirmation', { missing })], () => [200, null])
  const row = await item('Booking confirmation')
  row.getByText('Cargo cut-off and Company name are missing')
  expect(row.getByRole<HTMLButtonElement>('button', { name: 'Make: Booking confirmation' }).disabled).toBe(true)
})

test('a document is made, and its version shows at once which characters no font has', async () => {
  const done = made('arrival-notice', { versions: [version(2, ['U+674E 李', 'U+4F1F 伟']), version(1)] })
  const sent = open([made('arrival-notice', { changed: true, versions: [version(1)] })], () => [200, done])
  const row = await item('Arrival notice')
  row.getByText('Its data has changed since version 1')
  row.getByText(/Version 1 · 2 KB · .*Mara Staff · sent with an event/)
  fireEvent.click(row.getByRole('button', { name: 'Make again: Arrival notice' }))
  await row.findByText(/No font has 李, 伟: printed as question marks/)
  expect(sent).toEqual([{ kind: 'arrival-notice' }])
  expect(row.queryByText(/data has changed/)).toBeNull()
  expect(row.queryByText(/^Version 1 ·/)).toBeNull()
  fireEvent.click(row.getByRole('button', { name: 'Earlier versions (1)' }))
  row.getByText(/^Version 1 ·/)
  row.getByRole('button', { name: 'Download Arrival notice (2).pdf' })
})

test("labels ask for the pieces if nobody has counted them, and show the server's refusal", async () => {
  const missing = [{ field: 'pieces', label: 'Number of pieces' }]
  const sent = open([made('labels', { missing })], ({ kind }) => [400, { pieces: `No more than 500 ${kind}` }])
  const row = await item('Cargo labels')
  fireEvent.change(row.getByRole('textbox', { name: 'Pieces' }), { target: { value: '999' } })
  fireEvent.click(row.getByRole('button', { name: 'Make: Cargo labels' }))
  await row.findByText('No more than 500 labels')
  expect(sent).toEqual([{ kind: 'labels', pieces: '999' }])
})

test('labels propose the pieces of the description if nobody has counted, and say so until they are changed', async () => {
  const missing = [{ field: 'pieces', label: 'Number of pieces' }]
  const sent = open([made('labels', { missing, piecesGuess: 49 })], () => [400, { pieces: 'No' }])
  const row = await item('Cargo labels')
  const field = row.getByRole<HTMLInputElement>('textbox', { name: 'Pieces' })
  expect(field.value).toBe('49')
  row.getByText(/^49 pieces, from the description of goods/)
  fireEvent.submit(field)
  await row.findByText('No')
  fireEvent.change(field, { target: { value: '12' } })
  expect(row.queryByText(/from the description/)).toBeNull()
  expect(sent).toEqual([{ kind: 'labels', pieces: '49' }])
})
