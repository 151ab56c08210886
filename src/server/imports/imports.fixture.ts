import { expect } from 'vitest'
import type { FileImport } from '#contract/imports/imports.ts'
import type { RunItem, RunWithMails } from '#contract/runs/runs.ts'
import type { Db } from '#server/db/client.ts'
import { startWork } from '#server/jobs/start-work.ts'
import { createEvent, createLane, createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'

/** The cells of a client that can be imported. */
export const clientCells = (email: string, more: Record<string, string> = {}) => ({
  Name: 'Ben Client',
  Company: 'Ben Ltd',
  Mail: email,
  Phone: '+1 (604) 555-0100',
  Address: '1 Dock Road',
  ...more,
})

async function startingRecords(db: Db) {
  const lane = await createLane(db)
  const client = await createUser(db, { email: 'anna@example.test', username: 'Anna Client' })
  const booked = await createEvent(db, 'Booking received')
  const departed = await db
    .insertInto('events')
    .values({ name: 'Departed', milestone: 'departed' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { lane, client, booked, departed }
}

/** A server at work, with a lane, a client and an event. */
export async function startImports(env: Record<string, string> = {}) {
  const server = await startTestServer(env)
  const { db, call } = server
  const work = await startWork(server.services)
  const records = await startingRecords(db)

  /** Cells that every LCL order has, by heading. */
  const orderCells = (cells: Record<string, string> = {}): Record<string, string> => ({
    'Client email': 'anna@example.test',
    'Shipment trade terms': 'Drop-Off by Supplier',
    Origin: records.lane.depot.name,
    Destination: records.lane.cartage.name,
    'Volume, CBM': '3.5',
    'Weight, KG': '620',
    'Transport cost, USD': '855.96',
    "Shipper's company name": 'Ningbo Lamps',
    "Shipper's company address": '8 Factory Street',
    "Shipper's person in charge": 'Li Wei',
    "Shipper's email": 'li@example.test',
    "Shipper's phone": '8613800000000',
    ...cells,
  })
  const check = (
    kind: 'orders' | 'clients',
    content: string | Uint8Array<ArrayBuffer>,
    mapping?: object,
    name = 'old.csv',
    options?: object | string,
  ) => {
    const form = new FormData()
    if (mapping) form.append('mapping', JSON.stringify(mapping))
    if (options) form.append('options', typeof options === 'string' ? options : JSON.stringify(options))
    form.append('file', new Blob([content]), name)
    return call('POST', `import/${kind}/check`, { body: form })
  }
  const checked = async (...given: Parameters<typeof check>): Promise<FileImport> => {
    const { status, body } = await check(...given)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  const readRun = async (id: number): Promise<RunWithMails> => (await call('GET', `runs/${id}`)).body.data
  const finished = async (id: number) => {
    await expect.poll(async () => (await readRun(id)).finishedAt, { timeout: 30_000, interval: 20 }).not.toBeNull()
    return readRun(id)
  }
  const apply = async (id: number) => {
    const { status, body } = await call('POST', `import/${id}/apply`)
    expect(status, JSON.stringify(body)).toBe(200)
    return finished(body.data.id)
  }
  return {
    server,
    db,
    call,
    ...records,
    orderCells,
    check,
    checked,
    apply,
    finished,
    itemsOf: async (id: number): Promise<RunItem[]> =>
      (await call('GET', `runs/${id}/items?per_page=1000`)).body.data.items,
    orderOf: async (id: number) => (await call('GET', `request/booking/get/${id}`)).body.data,
    close: async () => {
      await work.stop()
      await server.close()
    },
  }
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** A CSV file of rows by heading; the first row names the columns. */
export function csvOf(rows: readonly Record<string, string>[]): string {
  const headings = Object.keys(rows[0] ?? {})
  return [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n')
}
