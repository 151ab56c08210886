import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import type { Offer } from '#contract/offers/offers.ts'
import { OVER_16_CBM } from '#contract/quotes/quotes.ts'
import { testOrder } from '#web/features/quotes/state/test-order.fixture.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { hasUnsaved, keepDrafts } from '#web/lib/browser/unsaved.ts'
import { renderInApp } from '#web/test/render.tsx'
import { NO_ONE_YET } from './offer.fixture.ts'
import { OfferForm } from './offer-form.tsx'
import { optionOnScreen } from './refused-offer.ts'

const REQUIRED = 'This field cannot be empty'
const page = { items: [], totalCount: 0, numItemsPerPage: 1000, currentPageNumber: 1 }

beforeEach(() => {
  localStorage.clear()
  storedToken.set('x', 1)
  queryClient.clear()
  const answer = JSON.stringify({ code: 200, message: '', data: page })
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('settings') ? new Promise(() => undefined) : Promise.resolve(new Response(answer, { status: 200 })),
  )
})

const show = (save = vi.fn(async () => undefined), offer: Offer | null = null) =>
  renderInApp(<OfferForm offer={offer} save={save} onCancel={vi.fn()} />)
const open = (save = vi.fn(async () => undefined)) => {
  show(save)
  return save
}
const option = (position: number) => within(screen.getByRole('region', { name: `Option ${position}` }))
/** A field of the first option. */
const option1 = (label: string) =>
  option(1).getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: 'input' })
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

test('what New order could not offer is in the form as typed, with the messages at their fields, and can be saved', async () => {
  const shipment = { origin: 5, destination: 9, volume: '3,5', weight: '620', value: '8500' }
  const option = optionOnScreen({
    terms: TradeTerms.PICK_UP,
    shipment: { ...shipment, cargoInsurance: true, customBrokerage: false },
    quoteId: 12,
    price: '700,50',
  })
  const errors = { clientId: 'There is no such client', 'options.0.inputs.weight': 'Too heavy' }
  const saved = vi.fn(async () => undefined)
  renderInApp(<OfferForm offer={null} refused={{ option, errors }} save={saved} onCancel={vi.fn()} />)
  expect(await screen.findByText('There is no such client')).toBeTruthy()
  expect(option1('Weight, KG').getAttribute('aria-invalid')).toBe('true')
  const texts = ['Volume, CBM', 'Weight, KG', 'Price, USD'].map((label) => option1(label).value)
  expect(texts).toEqual(['3,5', '620', '700,50'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Client', { selector: 'input' })))
  // Leaving asks first.
  expect(hasUnsaved()).toBe(true)
  type(screen.getByLabelText(/^Name/), 'Nina New')
  save()
  await waitFor(() => expect(saved).toHaveBeenCalled())
  const [body] = saved.mock.calls[0] as unknown as [object]
  const inputs = {
    pickUpLocationId: 5,
    cartageId: 9,
    cbm: '3,5',
    weight: '620',
    insurance: '8500',
    cargoInsurance: true,
  }
  expect(body).toMatchObject({ options: [{ mode: 0, quoteId: 12, price: 700.5, inputs }] })
})

test('edits of a refused form survive reloads until they are restored', async () => {
  const base = { terms: TradeTerms.DROP_OFF, quoteId: null, price: '' }
  const shipment = { origin: 5, destination: 9, volume: '3,5', weight: '620', value: '' }
  const option = optionOnScreen({ ...base, shipment: { ...shipment, cargoInsurance: false, customBrokerage: false } })
  const begin = () =>
    renderInApp(<OfferForm offer={null} refused={{ option, errors: {} }} save={vi.fn()} onCancel={vi.fn()} />)
  const reload = (form: ReturnType<typeof begin>) => {
    window.dispatchEvent(new Event('pagehide'))
    form.unmount()
    return begin()
  }
  const first = begin()
  type(screen.getByLabelText(/^Name/), 'Nina New')
  const second = reload(first)
  expect(option1('Volume, CBM').value).toBe('3,5')
  reload(reload(second))
  fireEvent.click(screen.getByRole('button', { name: 'Restore draft' }))
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Nina New')
  expect(option1('Volume, CBM').value).toBe('3,5')
})

test('an offer for a quote request begins with its container, whose price alone is missing', async () => {
  const saved = vi.fn(async () => undefined)
  const request = {
    ...testOrder,
    transportationMode: TransportationMode.FCL,
    shipmentOriginPort: 4,
    shipmentDestination: 9,
    shipmentVolume: 28.5,
    shipmentWeight: 9000,
    cityName: 'Yantian',
    cartageName: 'LGB8',
  }
  renderInApp(<OfferForm offer={null} of={{ orderId: 70, request }} save={saved} onCancel={vi.fn()} />)
  type(option1('Price, USD'), '4200')
  save()
  await waitFor(() => expect(saved).toHaveBeenCalled())
  const [body] = saved.mock.calls[0] as unknown as [object]
  const inputs = { origin: 4, cartageId: 9, volume: '28.5', weight: '9000' }
  expect(body).toMatchObject({ orderId: 70, options: [{ mode: 1, label: 'Yantian → LGB8', price: 4200, inputs }] })
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

test('what was typed is offered after a reload, and saved over the draft that it began with', async () => {
  const first = show(undefined, NO_ONE_YET)
  type(screen.getByLabelText(/^Company/), 'Half typ')
  fireEvent.click(screen.getByRole('button', { name: 'LCL option' }))
  type(option(2).getByLabelText(/^Volume, CBM/), '3')
  expect(keepDrafts()).toBe(true)
  first.unmount()
  // A colleague saved meanwhile.
  const save = vi.fn(async () => undefined)
  show(save, { ...NO_ONE_YET, note: 'Theirs', updatedAt: '2026-11-21T09:00:00.000Z' })
  fireEvent.click(screen.getByRole('button', { name: 'Restore draft' }))
  expect(screen.getByLabelText<HTMLInputElement>(/^Company/).value).toBe('Half typ')
  expect(option(2).getByLabelText<HTMLInputElement>(/^Volume, CBM/).value).toBe('3')
  fireEvent.click(screen.getByRole('button', { name: 'Remove option 2' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  expect(save.mock.calls[0]).toMatchObject([{ company: 'Half typ' }, { base: { updatedAt: NO_ONE_YET.updatedAt } }])
})

test('Cancel forgets what was typed into a draft', () => {
  const first = show(undefined, NO_ONE_YET)
  type(screen.getByLabelText(/^Company/), 'Never mind')
  expect(keepDrafts()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  first.unmount()
  show(undefined, NO_ONE_YET)
  expect(screen.queryByRole('button', { name: 'Restore draft' })).toBeNull()
})

test('whoever is in charge stays so, even if nobody can be put in charge like that', () => {
  show(undefined, { ...NO_ONE_YET, ownerId: 4, owner: { id: 4, name: 'Tomás' } })
  const select = screen.getByLabelText<HTMLSelectElement>('In charge')
  expect(select.selectedOptions[0]?.textContent).toBe('Tomás')
})
