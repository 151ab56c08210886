import { measureCalls } from './measure.ts'
import type { Running } from './processes.ts'
import type { Result } from './report.ts'

const PAPER = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(512 * 1024, 'x'), Buffer.from('\n%%EOF\n')])

interface Write {
  name: string
  ours: (caller: number) => Promise<void>
  raw: (caller: number) => Promise<void>
}

/** Sends and reads a request; throws unless it succeeded. */
async function send(url: string, init: RequestInit): Promise<unknown> {
  const reply = await fetch(url, init)
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text}`)
  return JSON.parse(text)
}

/** An order is saved, gets its next event with a mail, and a paper of half a megabyte is uploaded. Each caller has an order of its own. */
async function writesOf(server: Running, raw: Running, token: string): Promise<Write[]> {
  const headers = { 'user-token': token, 'content-type': 'application/json' }
  const read = async (path: string) =>
    ((await send(`${server.url}/api/${path}`, { headers })) as { data: { items: { id: number }[] } }).data.items
  const orders = await read('request/booking/get_all?per_page=100')
  const [event] = await read('request/event')
  const [template] = await read('template/email?system=false')
  const order = (caller: number) => orders[caller]?.id ?? 0
  const rawCall = (path: string) => async (caller: number) => {
    await send(`${raw.url}${path}?id=${order(caller)}`, { method: 'POST', body: '' })
  }
  let n = 0
  return [
    {
      name: 'order save',
      ours: async (caller) => {
        const body = JSON.stringify({ additionalInformation: `Change ${n++}` })
        const url = `${server.url}/api/request/booking/edit/${order(caller)}?notify=0`
        await send(url, { method: 'PUT', headers, body })
      },
      raw: rawCall('/save'),
    },
    {
      name: 'set event, with its mail',
      ours: async (caller) => {
        const body = JSON.stringify({
          bookingRequestId: order(caller),
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

/** Each write beside a bare transaction of the same rows. */
export async function measureWrites(
  server: Running,
  raw: Running,
  token: string,
  { connections, seconds, quiet }: { connections: number[]; seconds: number; quiet: () => Promise<void> },
): Promise<Result[]> {
  const results: Result[] = []
  for (const write of await writesOf(server, raw, token)) {
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
