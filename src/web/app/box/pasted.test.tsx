import '#web/test/setup.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answer,
  asked,
  chosen,
  field,
  found,
  item,
  open,
  press,
  rows,
  searches,
  type,
  withServer,
} from './box.fixture.tsx'

withServer()

const shown = () => screen.getByRole<HTMLInputElement>('combobox').value
const bodies = () => asked.filter(({ path }) => path === 'search/codes').map(({ body }) => body)
const paste = (text: string) => fireEvent.paste(field(), { clipboardData: { getData: () => text } })
const status = () => screen.getByRole('status').textContent

test('several pasted codes become one row that names the unknown ones', async () => {
  const history = await open()
  const text = 'abcd-1234-5678\nEFGH 1234 5678\nNOPE12345678'
  fireEvent.paste(field(), { clipboardData: { getData: () => text } })
  expect(shown()).toBe('abcd-1234-5678; EFGH 1234 5678; NOPE12345678')
  await answer('search/codes', {
    found: [
      { code: 'ABCD12345678', id: 1 },
      { code: 'EFGH12345678', id: 2 },
    ],
    unknown: ['NOPE12345678'],
  })
  await found(shown(), { orders: [item('order', 1, 'ABCD12345678', { exact: true })] })
  await screen.findByText('Show these 2 orders, 1 unknown')
  expect(screen.getByText('Unknown: NOPE12345678')).toBeTruthy()
  expect(bodies()).toEqual([{ codes: ['abcd-1234-5678', 'EFGH 1234 5678', 'NOPE12345678'] }])
  // The list is first, and the results of the text are below.
  expect(chosen()[0]).toContain('Show these 2 orders')
  expect(rows()[1]).toContain('ABCD - 1234 - 5678')
  press('Enter')
  await waitFor(() => expect(history.location.href).toBe('/orders?codes=ABCD12345678%2CEFGH12345678%2CNOPE12345678'))
})

/** Pastes a list into the box, of which `found` codes are known. */
async function pasteCodes(found: number, unknown: number) {
  const history = await open()
  const of = (letters: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${letters}${String(n).padStart(8, '0')}`)
  const [known, strange] = [of('ABCD', found), of('NOPE', unknown)]
  fireEvent.paste(field(), { clipboardData: { getData: () => [...known, ...strange].join('\n') } })
  await answer('search/codes', { found: known.map((code, n) => ({ code, id: n + 1 })), unknown: strange })
  await screen.findByText(/^Show /)
  press('Enter')
  await waitFor(() => expect(history.location.pathname).toBe('/orders'))
  return { search: Object.fromEntries(new URLSearchParams(history.location.search)), known, strange }
}

test('a list takes 200 codes, and the unknown ones beyond go along by themselves', async () => {
  const { search, known, strange } = await pasteCodes(160, 41)
  expect(search).toEqual({ codes: [...known, ...strange.slice(0, 40)].join(), unknown: strange[40] })
})

test('more than 200 known codes are shown by the ids of their orders, 200 at most, beside all unknown ones', async () => {
  const { search, strange } = await pasteCodes(201, 299)
  expect(search.ids?.split(',')).toEqual(Array.from({ length: 200 }, (_, n) => String(n + 1)))
  expect(search.unknown?.split(',')).toEqual(strange)
  expect(Object.keys(search)).toHaveLength(2)
})

test('an address stays shorter than servers take, however long the unknown codes are', async () => {
  const history = await open()
  const strange = Array.from({ length: 400 }, (_, n) => `REFERENCE${n}${'X'.repeat(180)}`)
  fireEvent.paste(field(), { clipboardData: { getData: () => ['ABCD12345678', ...strange].join('\n') } })
  await answer('search/codes', { found: [{ code: 'ABCD12345678', id: 1 }], unknown: strange })
  await screen.findByText('Show this order, 400 unknown')
  press('Enter')
  await waitFor(() => expect(history.location.pathname).toBe('/orders'))
  expect(history.location.href.length).toBeLessThan(8_000)
})

test('a number with words around it is searched as it is', async () => {
  await open()
  const text = 'Phone: +1 (778) 555-0127'
  paste(text)
  // The browser itself pastes a text of one line.
  expect(shown()).toBe('')
  type(text)
  await found(text, { orders: [item('order', 1, 'ABCD12345678', { exact: true, matched: 'Phone' })] })
  await waitFor(() => expect(chosen()[0]).toContain('ABCD - 1234 - 5678'))
  expect(bodies()).toEqual([])
})

test('pasted lines are kept apart, and all else stays', async () => {
  await open()
  type('order late')
  screen.getByRole<HTMLInputElement>('combobox').setSelectionRange(6, 6)
  paste('Anna\r\n  Trading \n\n')
  expect(shown()).toBe('order Anna Tradinglate')
  expect(screen.getByRole<HTMLInputElement>('combobox').selectionStart).toBe('order Anna Trading'.length)
})

test('a list of one order leaves the first place to the exact hit, and is second', async () => {
  await open()
  const text = 'Re: YRCX09376722, PO 4711'
  type(text)
  await answer('search/codes', { found: [{ code: 'YRCX09376722', id: 5 }], unknown: ['PO 4711'] })
  await waitFor(() => expect(searches()).toHaveLength(1))
  // The box waits for both, so that no row moves.
  expect(rows()).toEqual([])
  await found(text, { orders: [item('order', 5, 'YRCX09376722', { exact: true })] })
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(chosen()[0]).toContain('YRCX - 0937 - 6722')
  expect(rows()[1]).toContain('Show this order, 1 unknown')
})

test('a list without any known code hides no result of its text', async () => {
  await open()
  const text = 'PO 4711 0815, PO 4712 0816'
  type(text)
  await answer('search/codes', { found: [], unknown: ['PO 4711 0815', 'PO 4712 0816'] })
  await found(text, { orders: [item('order', 5, 'YRCX09376722')] })
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(status()).toBe('1 result')
  const other = 'PO 4711 0815, PO 4712 0817'
  type(other)
  await answer('search/codes', { found: [], unknown: ['PO 4711 0815', 'PO 4712 0817'] })
  await found(other, {})
  await waitFor(() => expect(status()).toBe('None of these 2 codes is known.'))
})

test('if one of the two calls fails, the answer to the other is shown', async () => {
  await open()
  const text = 'PO 4711 0815, PO 4712 0816'
  type(text)
  await answer('search/codes', null, '', 404)
  await found(text, { orders: [item('order', 5, 'YRCX09376722')] })
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(status()).toBe('Order not found')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

const MAIL = `Hello,\n\n${'we are still waiting for our goods and would like to know more. '.repeat(4)}\n`

test('a text that is too long is searched by a whole number in it', async () => {
  await open()
  paste(`${MAIL}The code is YRCX-0937-6722.\nAnna`)
  await found('YRCX-0937-6722', { orders: [item('order', 5, 'YRCX09376722', { exact: true })] })
  await waitFor(() => expect(chosen()[0]).toContain('YRCX - 0937 - 6722'))
  expect(status()).toBe('1 result for “YRCX-0937-6722”')
})

test('a text that is too long and has no such number says so', async () => {
  await open()
  paste(`${MAIL}Anna`)
  expect(status()).toBe('This text is too long to search: it has more than 200 characters and no code in it.')
  expect(asked.filter(({ path }) => path.startsWith('search'))).toEqual([])
  expect(screen.queryByText('No exact match')).toBeNull()
})

test('a list of more than 500 codes says that the first 500 are looked up', async () => {
  await open()
  const codes = Array.from({ length: 601 }, (_, n) => `ABCD${String(n).padStart(8, '0')}`)
  paste(codes.join('\n'))
  await answer('search/codes', {
    found: codes.slice(0, 3).map((code, n) => ({ code, id: n + 1 })),
    unknown: codes.slice(3, 5),
  })
  await screen.findByText('Show these 3 orders, 2 unknown')
  expect(bodies()).toEqual([{ codes: codes.slice(0, 500) }])
  expect(screen.getByText(`Of the first 500 of 601 codes. Unknown: ${codes[3]}, ${codes[4]}`)).toBeTruthy()
  expect(status()).toBe('1 result. Only the first 500 of 601 codes were looked up')
  type('')
  paste(['WXYZ12345678', 'WXYZ12345679', ...codes].join('\n'))
  await answer('search/codes', { found: [], unknown: codes.slice(0, 500) })
  await waitFor(() => expect(status()).toBe('None of the first 500 of 603 codes is known.'))
})
