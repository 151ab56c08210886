import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type FormEvent, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notADate } from '#web/lib/format/form-dates.ts'
import { compose, KEYS_OF_COMPOSITIONS } from '#web/test/composing.ts'
import { DateTimeField } from './date-time-field.tsx'
import type { UsualDay } from './odd-day.ts'

// A Friday.
beforeEach(() => vi.setSystemTime('2026-11-27T12:00:00Z'))
afterEach(() => vi.useRealTimers())

const saved = vi.fn()

function Form({ usual, day: before = '' }: { usual?: UsualDay | undefined; day?: string | undefined }) {
  const [day, setDay] = useState(before)
  const [time, setTime] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    saved(day, time)
  }
  return (
    <form onSubmit={send}>
      <DateTimeField
        label="Cut-off"
        day={{ value: day, onChange: setDay }}
        time={{ value: time, onChange: setTime }}
        usual={usual}
      />
    </form>
  )
}

function open(form: { usual?: UsualDay; day?: string } = {}) {
  saved.mockReset()
  render(
    <MantineProvider env="test">
      <Form {...form} />
    </MantineProvider>,
  )
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, text: string) => {
  act(() => field(name).focus())
  fireEvent.change(field(name), { target: { value: text } })
}
const leave = (name: string) => act(() => field(name).blur())
const submit = () => act(async () => field('Cut-off').form?.requestSubmit())

test.each([
  ['05.12.2026', '12/05/2026', 'Sat'],
  ['5 dec', '12/05/2026', 'Sat'],
  ['+3', '11/30/2026', 'Mon'],
  ['fri', '12/04/2026', 'Fri'],
])('%s is %s, a %s', (typed, shown, weekday) => {
  open()
  type('Cut-off', typed)
  leave('Cut-off')
  expect(field('Cut-off').value).toBe(shown)
  expect(screen.getByText(weekday)).toBeTruthy()
})

test.each(['13/13/2026', '31.02.2026', '05122026', 'soon'])('%s stays, with an error on leaving', (typed) => {
  open()
  type('Cut-off', typed)
  expect(field('Cut-off').getAttribute('aria-invalid')).toBeNull()
  leave('Cut-off')
  expect(field('Cut-off').value).toBe(typed)
  expect(screen.getByText(notADate())).toBeTruthy()
  type('Cut-off', '5 dec')
  expect(screen.queryByText(/not a date/)).toBeNull()
})

test('a time is read, or says on leaving that it is none', () => {
  open()
  type('Time', '5pm')
  leave('Time')
  expect(field('Time').value).toBe('17:00')
  type('Time', '25:00')
  leave('Time')
  expect(field('Time').value).toBe('25:00')
  expect(screen.getByText('This is not a time. Type it as 8:00 or 14:30.')).toBeTruthy()
})

test('a day and its time may be typed as one; Enter takes them along', async () => {
  open()
  type('Cut-off', '5 dec 17:00')
  fireEvent.keyDown(field('Cut-off'), { key: 'Enter' })
  await submit()
  expect(saved).toHaveBeenCalledExactlyOnceWith('12/05/2026', '17:00')
})

test('an unusual day is asked about once, with the fact; a save before the answer waits once', async () => {
  open({ usual: 'upcoming' })
  type('Cut-off', '05.12.2025')
  fireEvent.keyDown(field('Cut-off'), { key: 'Enter' })
  await submit()
  expect(saved).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('Fri Dec 5 2025 is a year ago. Is that right?')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' }))
  await submit()
  expect(saved).toHaveBeenCalledExactlyOnceWith('12/05/2025', '')
})

test('a question that could be seen holds no save', async () => {
  open({ usual: 'upcoming' })
  type('Cut-off', 'yesterday')
  act(() => field('Time').focus())
  expect(screen.getByRole('status').textContent).toContain('Thu Nov 26 2026 is 1 day ago')
  await submit()
  expect(saved).toHaveBeenCalledExactlyOnceWith('11/26/2026', '')
})

test('a day that is kept is not asked about again; Change leaves what was typed', async () => {
  open({ usual: 'upcoming' })
  type('Cut-off', 'yesterday')
  leave('Cut-off')
  fireEvent.click(screen.getByRole('button', { name: 'Change' }))
  expect(field('Cut-off').value).toBe('11/26/2026')
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }))
  expect(screen.queryByRole('status')).toBeNull()
  leave('Cut-off')
  await submit()
  expect(saved).toHaveBeenCalledOnce()
  type('Cut-off', '+1')
  leave('Cut-off')
  type('Cut-off', '11/26/2026')
  leave('Cut-off')
  expect(screen.queryByRole('status')).toBeNull()
})

test('a day from before is not asked about, nor one where any day is usual', () => {
  open({ usual: 'upcoming', day: '05/12/2020' })
  act(() => field('Cut-off').focus())
  leave('Cut-off')
  expect(screen.queryByRole('status')).toBeNull()
})

test.each(KEYS_OF_COMPOSITIONS)(
  'a day composed by an input method is read after it; its keys %s are not ours',
  (_, how) => {
    open()
    act(() => field('Cut-off').focus())
    compose(field('Cut-off'), '５', '５ ｄｅｃ')
    fireEvent.keyDown(field('Cut-off'), { key: 'Enter', ...how })
    expect(field('Cut-off').value).toBe('５ ｄｅｃ')
    fireEvent.compositionEnd(field('Cut-off'))
    leave('Cut-off')
    expect(field('Cut-off').value).toBe('12/05/2026')
  },
)

test('a day typed without its year asks if the nearest one is months away, and once only', () => {
  open()
  type('Cut-off', '5/12')
  leave('Cut-off')
  expect(field('Cut-off').value).toBe('05/12/2027')
  expect(screen.getByRole('status').textContent).toBe('Wed May 12 2027 is in 5 months. Is that right?')
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }))
  act(() => field('Cut-off').focus())
  leave('Cut-off')
  expect(screen.queryByRole('status')).toBeNull()
})

test('the same day typed with its year is taken without a question', () => {
  open()
  type('Cut-off', '5/12/2027')
  leave('Cut-off')
  expect(screen.queryByRole('status')).toBeNull()
})
