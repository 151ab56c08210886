import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RateChangeInput, RateDiffRow, RateSet } from '#contract/rates/rate-sets.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { renderInApp } from '#web/test/render.tsx'
import { RateEdits } from './rate-edits.ts'
import { RateGridPart } from './rate-grid.tsx'
import { rateTable } from './rate-lines.ts'
import { RATE_SPECS, type RateSpec } from './rate-specs.ts'

const SET: RateSet = {
  id: 7,
  name: 'December rates',
  state: 'draft',
  validFrom: null,
  note: '',
  documentId: null,
  madeBy: { id: 1, name: 'Marta' },
  changes: 0,
  stale: 0,
  appliedAt: null,
  undoneAt: null,
  refused: null,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
}
const LANES = [
  { id: 1, tier: 1, dest: 'US-LAX', cbm: 68.5, mt: 70 },
  { id: 2, tier: 1, dest: 'US-SEA', cbm: 74, mt: 75.1 },
]
const changed = (change: Partial<RateDiffRow>): RateDiffRow => ({
  entity: 'freight',
  recordId: 1,
  action: 'change',
  label: 'Tier 1, US-LAX',
  field: 'cbm',
  old: 68.5,
  new: 71,
  now: 68.5,
  stale: false,
  values: null,
  ...change,
})

let sent: RateChangeInput[][]
let refuse: ((changes: readonly RateChangeInput[]) => unknown) | null
let edits: RateEdits

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  refuse = null
  Element.prototype.scrollIntoView = () => {}
  edits = new RateEdits(async (changes) => {
    sent.push([...changes])
    const error = refuse?.(changes)
    if (error) throw error
  })
})
afterEach(() => vi.useRealTimers())

function show(
  spec: RateSpec = RATE_SPECS.freight,
  { rows = LANES as Record<string, unknown>[], before = [] as RateDiffRow[][], changes = [] as RateDiffRow[] } = {},
) {
  const table = rateTable(spec, { rows, before, changes, shows: () => true })
  const nothing = () => {}
  renderInApp(
    <RateGridPart
      set={SET}
      spec={spec}
      table={table}
      edits={edits}
      onHistory={nothing}
      onAdd={nothing}
      onImport={nothing}
    />,
  )
}
const cell = (row: number, column: number) => {
  const box = within(screen.getAllByRole('row')[row + 1] ?? document.body).getAllByRole('gridcell')[column]
  if (!box) throw new Error('No such cell')
  return box
}
const textOf = (box: HTMLElement) => box.querySelector('input')?.value ?? box.textContent
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Tier|Depot|CFS|LGB8/ })
const goTo = (row: number, column: number) => {
  fireEvent.mouseDown(cell(row, column))
  fireEvent.mouseUp(cell(row, column))
}
const press = (key: string, how = {}) => fireEvent.keyDown(input(), { key, ...how })
const type = (text: string) => fireEvent.input(input(), { target: { value: text } })
const settle = () => act(() => vi.advanceTimersByTimeAsync(500))
const freight = (recordId: number, field: string, value: number | null) => ({
  entity: 'freight',
  recordId,
  field,
  new: value,
})

test('an edited cell shows the new figure above the expected one, and is sent after a pause', async () => {
  show()
  goTo(0, 0)
  type('71,5')
  press('Enter')
  expect(textOf(cell(0, 0))).toBe('71.50')
  expect(cell(0, 0).dataset.before).toBe('68.50')
  expect(sent).toEqual([])
  await settle()
  expect(sent).toEqual([[freight(1, 'cbm', 71.5)]])
})

test('Escape goes back to what is saved, Delete takes the change out', async () => {
  show(RATE_SPECS.freight, { changes: [changed({})] })
  goTo(0, 0)
  expect(textOf(cell(0, 0))).toBe('71.00')
  type('99')
  press('Escape')
  expect(textOf(cell(0, 0))).toBe('71.00')
  await settle()
  expect(sent).toEqual([])
  input().select()
  press('Delete')
  expect(textOf(cell(0, 0))).toBe('68.50')
  await settle()
  expect(sent).toEqual([[freight(1, 'cbm', 68.5)]])
})

test('a percentage changes the selected figures of freight, half up to cents', async () => {
  show()
  goTo(0, 0)
  press('ArrowRight', { shiftKey: true })
  press('ArrowDown', { shiftKey: true })
  expect(screen.getByText('4 cells')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Change by %' }))
  expect([textOf(cell(0, 0)), textOf(cell(0, 1)), textOf(cell(1, 0)), textOf(cell(1, 1))]).toEqual([
    '71.93',
    '73.50',
    '77.70',
    '78.86',
  ])
  await settle()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toHaveLength(4)
})

test('a percentage changes depots to whole USD, also downwards', () => {
  show(RATE_SPECS.depot, { rows: [{ id: 3, name: 'Shanghai CFS', depotFixed: 45, depotVar: 10, depotVarMin: 30 }] })
  goTo(0, 0)
  press('ArrowRight', { shiftKey: true })
  fireEvent.change(screen.getByRole('textbox', { name: 'Percent' }), { target: { value: '-10 %' } })
  fireEvent.click(screen.getByRole('button', { name: 'Change by %' }))
  expect([textOf(cell(0, 0)), textOf(cell(0, 1)), textOf(cell(0, 2))]).toEqual(['41', '9', '30'])
})

test('what is no percentage changes nothing and says how to type it', async () => {
  show()
  fireEvent.change(screen.getByRole('textbox', { name: 'Percent' }), { target: { value: 'five' } })
  fireEvent.click(screen.getByRole('button', { name: 'Change by %' }))
  expect(screen.getByText('Type it as +5 or -2.5')).toBeTruthy()
  await settle()
  expect(sent).toEqual([])
})

test('a block from a spreadsheet is pasted from the cell on; what is no figure stays in its cell with the reason', async () => {
  show()
  goTo(0, 0)
  const clipboardData = { getData: () => '70\t71\nmuch\t72.5\n' }
  fireEvent.paste(input(), { clipboardData })
  expect([textOf(cell(0, 0)), textOf(cell(0, 1)), textOf(cell(1, 0)), textOf(cell(1, 1))]).toEqual([
    '70.00',
    '71.00',
    'much',
    '72.50',
  ])
  await settle()
  expect(sent).toEqual([[freight(1, 'cbm', 70), freight(1, 'mt', 71), freight(2, 'mt', 72.5)]])
  expect(screen.getByRole('alert').textContent).toContain("Tier 1, US-SEA, CBM 'much': Please enter a number")
  expect(cell(1, 0).getAttribute('aria-invalid')).toBe('true')
})

test("what the server refuses stays typed at its cell, in the server's words, and the rest is sent", async () => {
  refuse = (changes) =>
    changes.length > 1 && new ApiError(400, 'Validation error', { fields: { 'changes.0.new': 'This lane ends' } })
  show()
  goTo(0, 0)
  fireEvent.paste(input(), { clipboardData: { getData: () => '70\t71' } })
  await settle()
  expect(sent).toEqual([[freight(1, 'cbm', 70), freight(1, 'mt', 71)], [freight(1, 'mt', 71)]])
  expect(textOf(cell(0, 0))).toBe('70.00')
  expect(cell(0, 0).title).toBe('This lane ends')
  expect(screen.getByRole('alert').textContent).toContain('1 cell is not saved')
})

test('a call that fails keeps what was typed, and Retry sends it again', async () => {
  refuse = () => new ApiError(503, 'The server cannot be reached')
  show()
  goTo(0, 1)
  type('80')
  press('Enter')
  await settle()
  expect(screen.getByText('1 change is not saved.')).toBeTruthy()
  expect(textOf(cell(0, 1))).toBe('80.00')
  refuse = null
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await settle()
  expect(sent).toHaveLength(2)
  expect(screen.queryByText('1 change is not saved.')).toBeNull()
})

test('flags of cartages are switched by a click or the space bar', async () => {
  show(RATE_SPECS.cartage, { rows: [{ id: 4, name: 'LGB8', exclusion: false, status: true }] })
  goTo(0, 1)
  fireEvent.click(cell(0, 1))
  expect(textOf(cell(0, 1))).toBe('Off')
  goTo(0, 0)
  press(' ')
  expect(textOf(cell(0, 0))).toBe('Yes')
  await settle()
  expect(sent.flat()).toEqual([
    { entity: 'cartage', recordId: 4, field: 'status', new: 0 },
    { entity: 'cartage', recordId: 4, field: 'exclusion', new: 1 },
  ])
})

test('what an earlier set brings is what is expected; changes that no longer fit are marked', () => {
  show(RATE_SPECS.freight, {
    before: [[changed({ recordId: 2, new: 80 }), changed({ recordId: 2, field: 'mt', new: 81 })]],
    changes: [changed({ recordId: 2, new: 85, old: 74, stale: true })],
  })
  expect([textOf(cell(1, 0)), textOf(cell(1, 1))]).toEqual(['85.00', '81.00'])
  expect(cell(1, 0).dataset.before).toBe('80.00')
  expect(cell(1, 0).hasAttribute('data-stale')).toBe(true)
})

test('a lane that ends cannot be edited; a new one is written as a whole', async () => {
  const lane = { tier: 9, dest: 'NEW', cbm: 10, mt: 11 }
  show(RATE_SPECS.freight, {
    changes: [
      changed({ action: 'end', field: null, new: null, values: LANES[0] ?? null }),
      changed({ action: 'add', recordId: null, field: null, old: null, new: null, values: lane, label: 'Tier 9, NEW' }),
    ],
  })
  expect(screen.getByRole('rowheader', { name: 'Tier 1, US-LAX (ends)' })).toBeTruthy()
  goTo(0, 0)
  type('5')
  press('Enter')
  goTo(2, 0)
  type('12')
  press('Enter')
  await settle()
  expect(sent).toEqual([[{ entity: 'freight', add: { ...lane, cbm: 12 } }]])
})
