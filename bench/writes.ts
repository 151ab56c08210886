import { measureCalls } from './measure.ts'
import type { Running } from './processes.ts'
import type { Result } from './report.ts'

const PAPER = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(512 * 1024, 'x'), Buffer.from('\n%%EOF\n')])

interface Write {
  name: string
  ours: () => Promise<void>
  raw: () => Promise<void>
}

/** Sends and reads a request; throws unless it succeeded. */
async function send(url: string, init: RequestInit): Promise<unknown> {
  const reply = await fetch(url, init)
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text}`)
  return JSON.parse(text)
}

/** Saves an order, sets its next event with a mail and uploads half a megabyte, on a thousand orders in turn. */
async function writesOf(server: Running, raw: Running, token: string): Promise<Write[]> {
  const headers = { 'user-token': token, 'content-type': 'application/json' }
  const read = async (path: string) =>
    ((await send(`${server.url}/api/${path}`, { headers })) as { data: { items: { id: number }[] } }).data.items
  const orders = await read('request/booking/get_all?per_page=1000')
  const [event] = await read('request/event')
  const [template] = await read('template/email?system=false')
  let n = 0
  const order = () => orders[n++ % orders.length]?.id ?? 0
  const rawCall = (path: string) => async () => {
    await send(`${raw.url}${path}?id=${order()}`, { method: 'POST', body: '' })
  }
  return [
    {
      name: 'order save',
      ours: async () => {
        const body = JSON.stringify({ additionalInformation: `Change ${n}` })
        const url = `${server.url}/api/request/booking/edit/${order()}?notify=0`
        await send(url, { method: 'PUT', headers, body })
      },
      raw: rawCall('/save'),
    },
    {
      name: 'set event, with its mail',
      ours: async () => {
        const body = JSON.stringify({
          bookingRequestId: order(),
          eventId: event?.id,
          date: String(Math.floor(Date.now() / 1000)),
          comment: '',
          emailTemplateId: template?.id,
          documents: [],
        })
        await send(`${server.url}/api/request/event/data/add`, { method: 'POST', headers, body })
      },
      raw: rawCall('/set-event'),
    },
    {
      name: 'upload of 512 KB',
      ours: async () => {
        const body = new FormData()
        body.append('files[]', new Blob([new Uint8Array(PAPER)]), 'paper.pdf')
        await send(`${server.url}/api/admin/document/upload/6`, {
          method: 'POST',
          headers: { 'user-token': token },
          body,
        })
      },
      raw: async () => {
        await send(`${raw.url}/upload`, { method: 'POST', body: new Uint8Array(PAPER) })
      },
    },
  ]
}

interface WriteOptions {
  connections: number[]
  seconds: number
  /** Measures only writes with this in their name. */
  only: string
  /** Waits until the database is idle. */
  quiet: () => Promise<void>
}

/** Compares each write with a bare transaction on the same rows. */
export async function measureWrites(
  server: Running,
  raw: Running,
  token: string,
  { connections, seconds, only, quiet }: WriteOptions,
): Promise<Result[]> {
  const results: Result[] = []
  for (const write of (await writesOf(server, raw, token)).filter(({ name }) => name.includes(only))) {
    for (const callers of connections) {
      await quiet()
      const limit = await measureCalls(callers, seconds, write.raw)
      await quiet()
      const ours = await measureCalls(callers, seconds, write.ours)
      results.push({ name: write.name, connections: callers, ours, limit })
    }
  }
  return results
}
