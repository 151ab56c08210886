import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Feed, feeds } from '#contract/carrier-events/feeds.ts'
import { renderInApp } from '#web/test/render.tsx'
import type { Field } from '#web/ui/resource/fields.tsx'
import { RecordDialog } from '#web/ui/resource/record-dialog.tsx'
import { MappingInput, showMapping } from './mapping-input.tsx'

const FIELDS: readonly Field<typeof feeds.row, typeof feeds.input>[] = [
  {
    name: 'mapping',
    label: 'Meaning of codes',
    render: (input, { form }) => <MappingInput input={input} form={form} />,
  },
]
const BLANK = {
  ...({ name: '', kind: 'push', carrierId: null, url: '', auth: '' } as const),
  ...{ everyMinutes: 60, mapping: null, active: true },
}
const feed: Feed = {
  ...{
    id: 5,
    name: 'Desk',
    kind: 'x12-315',
    fixed: false,
    carrierId: null,
    url: null,
    hasAuth: false,
    everyMinutes: 60,
  },
  ...{ mapping: { VD: 'departed' }, active: true, lastOkAt: null, failingSince: null, reason: null },
  ...{ lastMessage: null, lastMessageAt: null, updatedAt: 'v1' },
}

const sent: unknown[] = []
function show(row: Feed | null) {
  sent.length = 0
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string }) => {
    if (body !== undefined) sent.push(JSON.parse(body))
    return Response.json({ code: 200, message: '', data: feed })
  })
  renderInApp(<RecordDialog resource={feeds} fields={FIELDS} blank={BLANK} row={row} onClose={() => {}} />)
}
const code = (row: number) => screen.getByLabelText<HTMLInputElement>(`Code ${row}`)
const type = (row: number, value: string) => fireEvent.change(code(row), { target: { value } })
const choose = async (row: number, name: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(`Meaning of code ${row}`)
  act(() => field.focus())
  fireEvent.change(field, { target: { value: name } })
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
  await expect.poll(() => field.value).toBe(name)
}
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add code' }))
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a code that is added has the focus, and goes with those that were there', async () => {
  show(feed)
  expect(code(1).value).toBe('VD')
  add()
  expect(document.activeElement).toBe(code(2))
  type(2, 'xy')
  await choose(2, 'Discharged')
  save()
  await waitFor(() => expect(sent).toEqual([{ mapping: { VD: 'departed', XY: 'discharged' }, updatedAt: 'v1' }]))
})

test('the last code that is removed leaves none, and the focus on the button', async () => {
  show(feed)
  fireEvent.click(screen.getByRole('button', { name: 'Remove code 1' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add code' }))
  save()
  await waitFor(() => expect(sent).toEqual([{ mapping: null, updatedAt: 'v1' }]))
})

test('a code without a meaning, a meaning without a code and a code that stands twice are refused at their rows', async () => {
  show(feed)
  const dialog = within(screen.getByRole('dialog'))
  add()
  type(2, ' vd ')
  expect(dialog.getByText('This code stands above already')).toBeDefined()
  save()
  type(2, 'XY')
  expect(dialog.queryByText('This code stands above already')).toBeNull()
  save()
  expect(await dialog.findByText('Choose one from the list')).toBeDefined()
  await choose(2, 'Discharged')
  expect(dialog.queryByText('Choose one from the list')).toBeNull()
  type(2, '')
  save()
  expect(await dialog.findByText('Please enter a code')).toBeDefined()
  expect(sent).toEqual([])
})

test('a mapping is told code by code', () => {
  expect(showMapping({ VD: 'departed', XY: 'eta' })).toBe('VD: Departed\nXY: Arrival at the port of discharge')
})
