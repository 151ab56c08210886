import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type FormEvent, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { KEYS_OF_COMPOSITIONS } from '#web/test/composing.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { ChoiceSelect, ChoicesSelect, SearchSelect } from './search-select.tsx'

const PORTS = ['Hangzhou', 'Ningbo', 'Ningde', 'Shanghai']

const saved = vi.fn()
const send = (event: FormEvent) => {
  event.preventDefault()
  saved()
}

/** A select as its form has it; it holds Shanghai. */
type Form = () => React.ReactNode

function One() {
  const [value, setValue] = useState<string | null>('Shanghai')
  return <ChoiceSelect label="Port" data={PORTS} value={value} onChange={setValue} />
}

/** As a server finds: also by what is not in the label. */
const CODES: Record<string, string> = { Ningbo: 'CNNGB', Ningde: 'CNNDE', Shanghai: 'CNSHA', Hangzhou: 'CNHGH' }
const ask = (text: string) =>
  PORTS.filter((port) => `${port} ${CODES[port]}`.toLowerCase().includes(text.toLowerCase()))

function Searched() {
  const [value, setValue] = useState<string | null>('Shanghai')
  const [search, setSearch] = useState('')
  const [answer, setAnswer] = useState({ search: '', found: PORTS.slice(0, 3) })
  if (answer.search !== search) setTimeout(() => setAnswer({ search, found: ask(search).slice(0, 3) }), 20)
  return (
    <SearchSelect
      label="Port"
      value={value}
      chosen={value ?? ''}
      onChange={setValue}
      onSearch={setSearch}
      searching={answer.search !== search}
      data={answer.found}
    />
  )
}

function Several() {
  const [values, setValues] = useState<string[]>([])
  return (
    <>
      <ChoicesSelect label="Port" data={PORTS} value={values} onChange={setValues} />
      <output>{values.join()}</output>
    </>
  )
}

const FORMS: [string, Form][] = [
  ['of a list', One],
  ['that the server searches', Searched],
]

const port = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Port' })
const type = (text: string) => fireEvent.change(port(), { target: { value: text } })
const press = (key: string) => {
  const sent = fireEvent.keyDown(port(), { key, code: key })
  // A browser submits the form of a field for an Enter that nobody wanted.
  if (key === 'Enter' && sent) act(() => port().form?.requestSubmit())
}
const leave = () => act(() => port().blur())
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const highlighted = () => document.querySelector('[data-combobox-selected]')?.textContent

function open(Field: Form) {
  saved.mockReset()
  render(
    <MantineProvider env="test">
      <form onSubmit={send}>
        <Field />
      </form>
    </MantineProvider>,
  )
  act(() => port().focus())
}

test.each(FORMS)('%s: the focus and a click select the whole text', (_, Field) => {
  open(Field)
  expect([port().selectionStart, port().selectionEnd]).toEqual([0, 'Shanghai'.length])
  port().setSelectionRange(3, 3)
  fireEvent.click(port())
  expect([port().selectionStart, port().selectionEnd]).toEqual([0, 'Shanghai'.length])
})

test.each(FORMS)('%s: the first match is highlighted, Enter takes it and does not submit', async (_, Field) => {
  open(Field)
  type('nin')
  await expect.poll(highlighted).toBe('Ningbo')
  press('Enter')
  expect(port().value).toBe('Ningbo')
  expect(saved).not.toHaveBeenCalled()
  press('Enter')
  expect(saved).toHaveBeenCalledOnce()
})

test.each(FORMS)('%s: Enter pressed before the answer waits for it', async (_, Field) => {
  open(Field)
  type('ningd')
  press('Enter')
  await expect.poll(() => port().value).toBe('Ningde')
  expect(saved).not.toHaveBeenCalled()
})

test.each(FORMS)('%s: leaving takes the only match, and an exact one of several', async (_, Field) => {
  open(Field)
  type('ningb')
  leave()
  await expect.poll(() => port().value).toBe('Ningbo')
  expect(port().getAttribute('aria-invalid')).toBeNull()
})

test.each(FORMS)('%s: a text without a match stays, says so, and holds the save', async (_, Field) => {
  open(Field)
  type('Ningx')
  press('Enter')
  await screen.findByText('No port matches "Ningx"')
  expect(port().value).toBe('Ningx')
  press('Escape')
  leave()
  expect(port().value).toBe('Ningx')
  act(() => port().form?.requestSubmit())
  await expect.poll(() => document.activeElement).toBe(port())
  expect(saved).not.toHaveBeenCalled()
  type('ningb')
  expect(screen.queryByText('No port matches "Ningx"')).toBeNull()
  act(() => port().form?.requestSubmit())
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  expect(port().value).toBe('Ningbo')
})

test.each(FORMS)('%s: of several matches none is taken by leaving', async (_, Field) => {
  open(Field)
  type('ning')
  leave()
  await screen.findByText('More than one port matches "ning". Choose one.')
  expect(port().value).toBe('ning')
})

test.each(FORMS)('%s: Escape closes the list, then restores, then is of what is around', async (_, Field) => {
  const close = vi.fn()
  open(() => (
    <Popup label="A popup" opened onChange={close} target={(target) => <button type="button" {...target} />}>
      <Field />
    </Popup>
  ))
  type('ning')
  await expect.poll(highlighted).toBe('Ningbo')
  press('Escape')
  expect(offered()).toEqual([])
  expect(port().value).toBe('ning')
  expect(port().getAttribute('data-mantine-stop-propagation')).toBe('true')
  press('Escape')
  expect(port().value).toBe('Shanghai')
  expect(port().getAttribute('data-mantine-stop-propagation')).toBeNull()
  expect(close).not.toHaveBeenCalled()
  press('Escape')
  expect(close).toHaveBeenCalledOnce()
})

test('the first match is highlighted again, however soon the same text is typed after Escape', async () => {
  open(One)
  type('ning')
  await expect.poll(highlighted).toBe('Ningbo')
  press('Escape')
  press('Escape')
  type('ning')
  await new Promise((later) => setTimeout(later, 20))
  expect(highlighted()).toBe('Ningbo')
})

test('Escape takes back a save that still waits for the text', async () => {
  open(One)
  type('Ningx')
  press('Enter')
  press('Escape')
  act(() => {
    port().form?.requestSubmit()
    press('Escape')
  })
  await new Promise((later) => setTimeout(later, 20))
  expect(port().value).toBe('Shanghai')
  expect(saved).not.toHaveBeenCalled()
})

test.each(KEYS_OF_COMPOSITIONS)('keys %s are of the input method', async (_, how) => {
  open(One)
  type('ning')
  await expect.poll(highlighted).toBe('Ningbo')
  for (const key of ['Enter', 'Escape', 'Tab']) fireEvent.keyDown(port(), { key, code: key, ...how })
  expect(port().value).toBe('ning')
  expect(offered()).toEqual(['Ningbo', 'Ningde'])
  expect(saved).not.toHaveBeenCalled()
})

test('an emptied text that must not be empty says so; elsewhere it chooses nothing', async () => {
  open(One)
  type('')
  leave()
  await screen.findByText('This field cannot be empty')
  act(() => port().form?.requestSubmit())
  expect(saved).not.toHaveBeenCalled()
})

test('an emptied text of an optional field chooses nothing', async () => {
  open(Searched)
  type('')
  leave()
  act(() => port().form?.requestSubmit())
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  expect(port().value).toBe('')
})

test('what the server found by other than the label is taken; the value before is not among the matches', async () => {
  open(Searched)
  type('CNNDE')
  await expect.poll(offered).toEqual(['Ningde'])
  await expect.poll(highlighted).toBe('Ningde')
  press('Enter')
  expect(port().value).toBe('Ningde')
})

function NamedLate() {
  const [name, setName] = useState('CNSHA')
  return (
    <>
      <SearchSelect label="Port" value="CNSHA" chosen={name} onSearch={() => undefined} searching data={[]} />
      <button type="button" onClick={() => setName('CNSHA — Shanghai')}>
        Name it
      </button>
    </>
  )
}

test('a name of the chosen one that arrives late leaves what is being typed', () => {
  open(NamedLate)
  type('Ning')
  fireEvent.click(screen.getByText('Name it'))
  expect(port().value).toBe('Ning')
  press('Escape')
  press('Escape')
  expect(port().value).toBe('CNSHA — Shanghai')
})

test('a name that arrives while nothing is typed shows', () => {
  open(NamedLate)
  fireEvent.click(screen.getByText('Name it'))
  expect(port().value).toBe('CNSHA — Shanghai')
})

test('until the answer comes, only options that match the typed text are offered', async () => {
  open(Searched)
  fireEvent.click(port())
  expect(offered()).toEqual(['Shanghai', 'Hangzhou', 'Ningbo', 'Ningde'])
  type('ningb')
  expect(offered()).toEqual(['Ningbo'])
  type('CNNGB')
  expect(offered()).toEqual([])
  expect(screen.getByText('Searching…')).toBeTruthy()
  await expect.poll(offered).toEqual(['Ningbo'])
})

test('of several, each is typed and taken; one that is taken is not offered again', async () => {
  open(Several)
  type('ning')
  await expect.poll(highlighted).toBe('Ningbo')
  press('Enter')
  expect(screen.getByRole('status').textContent).toBe('Ningbo')
  expect(port().value).toBe('')
  type('ning')
  leave()
  await expect.poll(() => screen.getByRole('status').textContent).toBe('Ningbo,Ningde')
  act(() => port().focus())
  type('ning')
  leave()
  await screen.findByText('No other port matches "ning"')
  expect(port().value).toBe('ning')
  act(() => port().form?.requestSubmit())
  expect(saved).not.toHaveBeenCalled()
})
