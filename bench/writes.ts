import { measureCalls } from './measure.ts'
import type { Running } from './processes.ts'
import { pageOfIds, read } from './read.ts'
import type { Result } from './report.ts'
import { undisturbed } from './stolen.ts'

const PAPER = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(512 * 1024, 'x'), Buffer.from('\n%%EOF\n')])

/** Numbers of callers who set events at the same time, besides the one asked for. */
const MANY = 50

interface Write {
  name: string
  /** Further numbers of callers to measure this write with. */
  callers?: number[]
  ours: () => Promise<void>
  raw: () => Promise<void>
}

/** Sends and reads a request; throws unless it succeeded. */
async function send(url: string, init: RequestInit): Promise<void> {
  const reply = await fetch(url, init)
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text}`)
}

/**
 * Saves an order, sets its next event with a mail and uploads half a megabyte, on a thousand orders in turn.
 * A server that is `sending` has a mail server, so its mails are queued instead of marked unsent.
 */
async function writesOf(server: Running, raw: Running, token: string, sending: boolean): Promise<Write[]> {
  const headers = { 'user-token': token, 'content-type': 'application/json' }
  const idsOf = async (path: string) => (await read(`${server.url}/api/${path}`, token, pageOfIds)).items
  const orders = await idsOf('request/booking/get_all?per_page=1000')
  const [event] = await idsOf('request/event')
  const [template] = await idsOf('template/email?system=false')
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
      name: sending ? 'set event, its mail queued' : 'set event, with its mail',
      callers: [MANY],
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

export interface WriteOptions {
  connections: number[]
  seconds: number
  /** Measures only writes with this in their name. */
  only: string
  /** Whether the server has a mail server; then only events are set. */
  sending?: boolean
  /** Waits until the database is idle. */
  quiet: () => Promise<void>
}

/** Compares each write with a bare transaction on the same rows. */
export async function measureWrites(
  server: Running,
  raw: Running,
  token: string,
  { connections, seconds, only, sending = false, quiet }: WriteOptions,
): Promise<Result[]> {
  const results: Result[] = []
  const wanted = ({ name, callers }: Write) => name.includes(only) && (!sending || callers !== undefined)
  for (const write of (await writesOf(server, raw, token, sending)).filter(wanted)) {
    for (const callers of new Set([...connections, ...(write.callers ?? [])])) {
      await quiet()
      const limit = await undisturbed(() => measureCalls(callers, seconds, write.raw))
      await quiet()
      const ours = await undisturbed(() => measureCalls(callers, seconds, write.ours))
      results.push({ name: write.name, connections: callers, ours, limit })
    }
  }
  return results
}
