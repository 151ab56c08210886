import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { OVER_16_CBM } from '#contract/quotes/quotes.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renderInApp } from '#web/test/render.tsx'
import { OfferForm } from './offer-form.tsx'

const REQUIRED = 'This field cannot be empty'
const page = { items: [], totalCount: 0, numItemsPerPage: 1000, currentPageNumber: 1 }

beforeEach(() => {
  queryClient.clear()
  const answer = JSON.stringify({ code: 200, message: '', data: page })
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('settings') ? new Promise(() => undefined) : Promise.resolve(new Response(answer, { status: 200 })),
  )
})

const open = (save = vi.fn(async () => undefined)) => {
  renderInApp(<OfferForm offer={null} save={save} onCancel={vi.fn()} />)
  return save
}
const option = (position: number) => within(screen.getByRole('region', { name: `Option ${position}` }))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))

test('what an offer needs is said at its fields, before anything is sent', async () => {
  const sent = open()
  fireEvent.click(screen.getByRole('button', { name: 'FCL option' }))
  save()
  await waitFor(() => expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true'))
  for (const label of [/^Pick-up location/, /^Destination/, /^Volume, CBM/, /^Weight, KG/])
    expect(option(1).getByLabelText(label, { selector: 'input' }).getAttribute('aria-invalid')).toBe('true')
  expect(option(2).getByText(REQUIRED)).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
})

test('a volume above 16 CBM offers a container instead, which keeps what was typed', async () => {
  open()
  type(option(1).getByLabelText(/^Volume, CBM/), '17')
  expect(option(1).getByText(OVER_16_CBM)).toBeTruthy()
  fireEvent.click(option(1).getByRole('button', { name: 'Make this an FCL option' }))
  expect(option(1).getByLabelText<HTMLInputElement>(/^Volume, CBM/).value).toBe('17')
})

test('a refusal by the server stands at the field of its option, and goes with the next change there', async () => {
  const fields = { 'options.0.inputs.volume': 'Too much', 'options.0.price': 'No' }
  const refuse = vi.fn(async () => {
    throw new ApiError(400, 'Bad request', { fields })
  })
  open(refuse)
  type(screen.getByLabelText(/^Name/), 'Nina New')
  fireEvent.click(option(1).getByLabelText('FCL'))
  type(option(1).getByLabelText(/^Label/), '40 ft to Chicago')
  type(option(1).getByLabelText(/^Price/), '4200')
  save()
  expect(await option(1).findByText('Too much')).toBeTruthy()
  type(option(1).getByLabelText(/^Volume/), '12')
  expect(option(1).queryByText('Too much')).toBeNull()
})

test('the body has what the server knows for each mode, and no time unless one was typed', async () => {
  const sent = open()
  type(screen.getByLabelText(/^Name/), 'Nina New')
  fireEvent.click(option(1).getByLabelText('FCL'))
  type(option(1).getByLabelText(/^Label/), '40 ft to Chicago')
  type(option(1).getByLabelText(/^Price/), '4200')
  save()
  await waitFor(() => expect(sent).toHaveBeenCalled())
  const [body] = sent.mock.calls[0] as unknown as [Record<string, unknown>]
  expect(body).not.toHaveProperty('validUntil')
  expect(body).toMatchObject({
    name: 'Nina New',
    clientId: null,
    options: [{ mode: 1, price: 4200, label: '40 ft to Chicago' }],
  })
  expect(Object.keys((body.options as { inputs: object }[])[0]?.inputs ?? {})).toEqual([
    'origin',
    'cartageId',
    'volume',
    'weight',
  ])
})

test('an offer has at most three options', () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'LCL option' }))
  fireEvent.click(screen.getByRole('button', { name: 'FCL option' }))
  expect(screen.queryByRole('button', { name: 'LCL option' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove option 2' }))
  expect(screen.getByRole('button', { name: 'LCL option' })).toBeTruthy()
})
