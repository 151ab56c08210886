import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answer, calculate, openNewOrder, press, type } from './new-order-test-page.tsx'

/** Opens the page with the accordion for a shipment to this destination. */
async function book(destination: string, answers: Record<string, Answer> = {}) {
  const page = await openNewOrder(answers)
  await calculate(destination)
  press('Book')
  return page
}
const control = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const isOpen = (name: RegExp) => control(name).getAttribute('aria-expanded') === 'true'
const panel = (name: RegExp) => within(screen.getByRole('region', { name }))
/** Presses Continue in a panel that is about to open. */
async function goOn(name: RegExp) {
  const region = within(await screen.findByRole('region', { name }))
  fireEvent.click(region.getByRole('button', { name: 'Continue' }))
}

function fillShipper() {
  const { getByRole } = panel(/^SHIPPER/)
  for (const [name, value] of [
    ['Company name', 'Ningbo Bright Lamps'],
    ['Company address', '8 Factory Street, Ningbo'],
    ['Name of the person in charge', 'Li Wei'],
    ['Email', 'li@example.test'],
    ['Phone', '8613800000000'],
  ] as const)
    fireEvent.change(getByRole('textbox', { name }), { target: { value } })
}
/** Fills in the panels, up to the one after the shipper or after the shipment. */
async function fillTo(last: 'shipment' | 'request') {
  fillShipper()
  await goOn(/^SHIPPER/)
  if (last === 'shipment') return
  await screen.findByRole('region', { name: /^SHIPMENT/ })
  type(/^Description of goods/, 'Lamps')
  await goOn(/^SHIPMENT/)
}
const booked = { code: 400, message: 'No', data: { yourName: 'This client may not book' } }

test('the first panels open with the client’s own data; the next waits for the shipper', async () => {
  await book('CFS Carson')
  expect([/^QUOTE SUMMARY/, /^YOUR INFORMATION/, /^SHIPPER/].map(isOpen)).toEqual([true, true, true])
  expect(panel(/^YOUR/).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Sofia Lindqvist')
  const waiting = control(/^SHIPMENT/)
  expect(waiting.disabled).toBe(true)
  expect(waiting.textContent).toContain('complete SHIPPER INFORMATION first')
})

test('Continue on an incomplete panel marks its fields and focuses the first', async () => {
  await book('CFS Carson')
  await goOn(/^SHIPPER/)
  expect(panel(/^SHIPPER/).getAllByText('This field cannot be empty')).toHaveLength(5)
  await waitFor(() =>
    expect(document.activeElement).toBe(panel(/^SHIPPER/).getByRole('textbox', { name: 'Company name' })),
  )
  expect(control(/^SHIPMENT/).disabled).toBe(true)
})

test('Continue on a valid panel closes it, opens the next and focuses its first field', async () => {
  await book('CFS Carson')
  await fillTo('shipment')
  expect([/^SHIPPER/, /^SHIPMENT/].map(isOpen)).toEqual([false, true])
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Description of goods' })),
  )
})

test('an Amazon cartage has a panel for its ids, other cartages have none', async () => {
  await book('LGB8')
  await fillTo('request')
  expect(isOpen(/^AMAZON/)).toBe(true)
  expect(control(/^ADDITIONAL/).disabled).toBe(true)
  await goOn(/^AMAZON/)
  expect(panel(/^AMAZON/).getAllByText('This field cannot be empty')).toHaveLength(2)
  cleanup()

  await book('CFS Carson')
  await fillTo('request')
  expect(screen.queryByRole('button', { name: /^AMAZON/ })).toBeNull()
  expect(isOpen(/^ADDITIONAL/)).toBe(true)
})

test('Send sends the booking once, at the calculated cost', async () => {
  const { posted } = await book('CFS Carson', { 'POST request/booking': booked })
  await fillTo('request')
  await screen.findByRole('button', { name: 'Send' })
  press('Send')
  press('Send')
  await waitFor(() => expect(posted('request/booking')).toHaveLength(1))
  expect(posted('request/booking')[0]?.body).toMatchObject({
    userId: 7,
    shipmentTradeTerms: 3,
    shipmentOriginPort: 5,
    shipmentDestination: 92,
    shipmentVolume: 3.5,
    estimatedTransportation: 855.96,
    companyNameShipper: 'Ningbo Bright Lamps',
    shipmentDescription: 'Lamps',
    sendMail: true,
  })
})

test('a message of the server opens the panel of its field and focuses it', async () => {
  await book('CFS Carson', { 'POST request/booking': booked })
  await fillTo('request')
  fireEvent.click(control(/^YOUR/))
  expect(isOpen(/^YOUR/)).toBe(false)
  press('Send')
  await waitFor(() => expect(screen.queryByText('This client may not book')).not.toBeNull())
  expect(isOpen(/^YOUR/)).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(panel(/^YOUR/).getByRole('textbox', { name: 'Name' })))
})

test('an invalid shipment blocks Send and takes the focus', async () => {
  const { posted } = await book('CFS Carson')
  await fillTo('request')
  type(/^Shipment value, USD/, 'abc')
  press('Send')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Shipment value, USD' })))
  expect(screen.queryByText('Please enter a number')).not.toBeNull()
  expect(posted('request/booking')).toEqual([])
})

test('a server failure stays in the last panel until Send is pressed again', async () => {
  await book('CFS Carson', { 'POST request/booking': { code: 500, message: 'Server error.', data: null } })
  await fillTo('request')
  press('Send')
  await waitFor(() => expect(panel(/^ADDITIONAL/).getByRole('alert').textContent).toContain('Server error.'))
})
