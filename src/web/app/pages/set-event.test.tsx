import '#web/test/setup.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SetEventOf } from '#web/features/orders/set-event/set-event-of.tsx'
import { orderQuery } from '#web/features/orders/shared/orders.ts'
import { eventsQuery, templatesQuery } from '#web/features/orders/shared/set-event/set-event-queries.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { categoriesQuery } from '#web/model/uploads/categories.ts'
import { renderInApp } from '#web/test/render.tsx'

const AT = '2026-01-01T00:00:00.000Z'
const template = (id: number, title: string) => ({
  id,
  title,
  subject: title,
  system: false,
  secret: false,
  events: [],
  attaches: null,
  trackingDocuments: true,
  suggestedFor: null,
  updatedAt: AT,
})
const departure = template(3, 'Departure with ETA')
const delivery = template(4, 'Delivery appointment')

/** Opens the form of order 5, over a server with these templates, which answers an event so. */
function open(templatesNow: readonly object[], refusal: Record<string, string> = {}) {
  const answers: Record<string, unknown> = {
    'template/email/get_all': {
      items: templatesNow,
      totalCount: templatesNow.length,
      numItemsPerPage: 1000,
      currentPageNumber: 1,
    },
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace(/^\/api\//, '').replace(/\?.*$/, '')
    const data = answers[path]
    const reply = data
      ? { code: 200, message: '', data }
      : { code: 400, message: Object.values(refusal)[0] ?? 'Not in this test', data: refusal }
    return new Response(JSON.stringify(reply), { status: reply.code })
  })
  const event = { id: 2, name: 'Departed', publicStatus: '', emailTemplateId: null, emailTemplate: null, updatedAt: AT }
  // The order has only fields that the form reads.
  const order = { id: 5, email: 'anna@lamps.test', lastEventId: null, lastEventName: null, lastEventEntryId: null }
  queryClient.setQueryData(orderQuery(5).queryKey, order as never)
  queryClient.setQueryData(eventsQuery.queryKey, [event] as never)
  queryClient.setQueryData(templatesQuery.queryKey, [departure, delivery] as never)
  queryClient.setQueryData(categoriesQuery.queryKey, [{ id: 1, name: 'Other' }])
  renderInApp(<SetEventOf orderId={5} onDone={() => undefined} onCancel={() => undefined} />)
}

const mail = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Send mail' })
const offered = () => [...mail().options].map(({ text }) => text)

test('a template that was deleted in the meantime is refused at its field and named as deleted; the choices are read again', async () => {
  open([delivery], { emailTemplateId: 'This mail template does not exist' })
  fireEvent.change(mail(), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: 'Set event' }))
  await screen.findByRole('option', { name: 'Departure with ETA (deleted)' })
  expect(mail().selectedOptions[0]?.text).toBe('Departure with ETA (deleted)')
  expect(mail().getAttribute('aria-invalid')).toBe('true')
  const said = document.getElementById(mail().getAttribute('aria-describedby') ?? '')
  expect(said?.textContent).toBe('This mail template does not exist')

  fireEvent.change(mail(), { target: { value: '4' } })
  expect(offered()).toEqual(["Mail won't be sent", 'Delivery appointment'])
})

test('a document may be photographed: the camera opens, for pictures that the server takes', () => {
  // The media query is that of a phone.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  open([departure, delivery])
  const photo = screen.getByLabelText<HTMLInputElement>('Photo')
  expect([photo.type, photo.getAttribute('capture'), photo.accept]).toEqual([
    'file',
    'environment',
    'image/jpeg,image/png',
  ])
})
