import { beforeAll, expect, test } from 'vitest'
import { freeTimeRecords } from '#server/free-time/free-time.fixture.ts'
import { textOfPdf } from '#server/pdf/read-pdf.fixture.ts'
import { fetchFile } from '#server/test/files.ts'
import { createConfirmation } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { nameCompany } from './made-documents.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof freeTimeRecords>>
beforeAll(async () => {
  records = await freeTimeRecords(server)
  await nameCompany(server)
})

/** The text of an order's arrival notice. */
async function noticeOf(orderId: number): Promise<string> {
  const { versions } = await records.data('POST', `request/booking/${orderId}/made-documents`, {
    kind: 'arrival-notice',
  })
  const reply = await fetchFile(server, `document/${versions[0].documentId}/download`)
  return (await textOfPdf(new Uint8Array(await reply.arrayBuffer()))).join('\n')
}
const confirm = (orderId: number) =>
  createConfirmation(server.db, {
    orderId,
    vesselId: records.vessel.id,
    vesselVoyage: '018E',
    portOfLoading: 'CNNGB',
    portOfDischarge: 'USLAX',
    portEstimatedTimeOfArrivalAt: '2026-12-19T00:00:00.000Z',
  })
const lookAfter = (orderId: number) =>
  records.data('PUT', `request/booking/${orderId}/in-charge`, { userId: server.staff.id })

test('the notice of an LCL order names its packages, bills, CFS, last free day of storage and whom to ask', async () => {
  const cfs = await records.addPlace('cfs', {
    ...{ address: '9 Pier Road, Long Beach', hours: 'Mon to Fri 8:00 to 16:00', contact: 'desk@cfs.example' },
    firmsCode: 'W185',
  })
  const sailing = await records.addSailing({ destinationPlaceId: cfs.id, masterBill: 'MAEU123456789' })
  const order = await records.addOrder({ shipmentDescription: 'Kitchenware, 40 cartons' })
  await records.load(sailing.id, [order.id])
  await lookAfter(order.id)
  const freeTimes = [{ clock: 'storage', lastFreeDay: '2026-12-24' }]
  await records.data('PUT', `request/booking/${order.id}/free-times`, { freeTimes })
  await records.data('PUT', `request/booking/${order.id}/release`, { pickupNumber: 'PU-4711' })
  const text = await noticeOf(order.id)
  const pickUp = text.slice(text.indexOf('Pick-up'))
  for (const fact of [cfs.name, '9 Pier Road', 'W185', 'Mon to Fri 8:00 to 16:00', 'desk@cfs.example', 'PU-4711'])
    expect(pickUp).toContain(fact)
  expect(pickUp).toMatch(/Last free day, CFS storage\s+Dec 24 2026/)
  expect(pickUp).toContain(`${server.staff.username}, +31 10 555 0100`)
  expect(text).toContain('MAEU123456789')
  expect(text).toMatch(/Packages[\s\S]*\b40\b/)
})

test('the notice of an FCL order names its terminal and demurrage, not its detention', async () => {
  const terminal = await records.addPlace('terminal')
  const { order, box } = await records.addFcl({ terminalPlaceId: terminal.id })
  await confirm(order.id)
  const freeTimes = [
    { clock: 'detention', lastFreeDay: '2026-12-20' },
    { clock: 'demurrage', lastFreeDay: '2026-12-23' },
  ]
  await records.data('PUT', `container/${box.id}/free-times`, { freeTimes })
  const text = await noticeOf(order.id)
  expect(text).toContain(terminal.name)
  expect(text).toMatch(/Last free day, demurrage\s+Dec 23 2026/)
  expect(text).not.toContain('Dec 20 2026')
})

test('an order without a place, a clock and a person in charge has no section for it', async () => {
  const order = await records.addOrder()
  await confirm(order.id)
  expect(await noticeOf(order.id)).not.toMatch(/Pick-up|Last free day|Questions to/)
})
