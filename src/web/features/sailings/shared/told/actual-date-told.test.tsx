import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '#web/test/render.tsx'
import { ActualDateTold } from './actual-date-told.tsx'

const told = {
  choices: { events: [], templates: [] },
  told: { eventId: null, emailTemplateId: null },
  choose: () => undefined,
  chosen: false,
}

/** Shows what goes with a departure; answers the orders aboard when it is called. */
function show() {
  let answer = (_: object[]) => {}
  const items = new Promise<object[]>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async () => {
    const read = await items
    const data = { items: read, totalCount: read.length, numItemsPerPage: 1000, currentPageNumber: 1 }
    return Response.json({ code: 200, message: '', data })
  })
  renderInApp(<ActualDateTold sailing={{ id: 9 }} date="2027-03-10T00:00:00.000Z" told={told} errors={{}} />)
  return answer
}

test('until the orders aboard are read, the place of what they are told is kept, and nobody says that there are none', async () => {
  const answer = show()
  expect(screen.getByLabelText('Set event')).toBeTruthy()
  expect(screen.getByText(/^Also fills this date in the booking confirmations of the orders aboard/)).toBeTruthy()
  answer([])
  await screen.findByText('No order in progress is aboard.')
  expect(screen.queryByLabelText('Set event')).toBeNull()
})
