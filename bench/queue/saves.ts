import { z } from 'zod'
import type { Running } from '#bench/processes.ts'
import { pageOfIds, read } from '#bench/read.ts'
import { listOf } from '#contract/lib/envelope.ts'

interface Options {
  /** A server that keeps the queue, and one on the same database that leaves it alone. */
  keeping: Running
  leaving: Running
  /** Token of an administrator. */
  token: string
  /** How many saves to measure through each server. */
  saves: number
}

interface Save {
  name: string
  /** Milliseconds that keeping the queue may add to a save; none if the save changes no item. */
  aim: number
  method: 'PUT' | 'POST'
  path: (order: number) => string
  body: (order: number, n: number) => object
}

/** Saves of each kind before the first one counts: code has to be compiled and statements planned. */
const WARM_UP = 40
const eventsOf = listOf(z.object({ id: z.int(), milestone: z.string().nullable() }))

async function savesOf({ keeping, token }: Options): Promise<Save[]> {
  const { items } = await read(`${keeping.url}/api/request/event?per_page=100`, token, eventsOf)
  const event = items.find(({ milestone }) => milestone === 'received')
  if (!event) throw new Error('There is no event for cargo that was received')
  const edit = { method: 'PUT' as const, path: (order: number) => `request/booking/edit/${order}?notify=0` }
  return [
    { name: 'order save, a text', aim: 1, ...edit, body: (_, n) => ({ additionalInformation: `Change ${n}` }) },
    { name: 'order save, its volume', aim: 1, ...edit, body: (_, n) => ({ shipmentVolume: (100 + (n % 500)) / 100 }) },
    {
      name: 'set event',
      aim: 2,
      method: 'POST',
      path: () => 'request/event/data/add',
      body: (order) => ({
        bookingRequestId: order,
        eventId: event.id,
        date: String(Math.floor(Date.now() / 1000)),
        comment: '',
        emailTemplateId: null,
        documents: [],
      }),
    },
  ]
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/**
 * The cost of each save with and without the queue, call by call in turns, so that other load affects both.
 * Returns one line for each kind.
 */
export async function measureSaves(options: Options): Promise<string[]> {
  const { keeping, leaving, token, saves } = options
  const headers = { 'user-token': token, 'content-type': 'application/json' }
  const open = `${keeping.url}/api/request/booking/get_all?per_page=1000&status=0`
  const ids = (await read(open, token, pageOfIds)).items.map(({ id }) => id)
  const lines: string[] = []
  for (const { name, aim, method, path, body } of await savesOf(options)) {
    const times = { keeping: [] as number[], leaving: [] as number[] }
    const save = async (server: Running, n: number) => {
      const order = ids[n % ids.length] ?? 0
      const start = performance.now()
      const reply = await fetch(`${server.url}/api/${path(order)}`, {
        method,
        headers,
        body: JSON.stringify(body(order, n)),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${name}: ${reply.status} ${text}`)
      return performance.now() - start
    }
    for (let n = 0; n < WARM_UP + saves; n++) {
      // Each server goes first every other time. Values differ from call to call, so that each save changes
      // something.
      const pair = n % 2 === 0 ? (['keeping', 'leaving'] as const) : (['leaving', 'keeping'] as const)
      for (const [at, which] of pair.entries()) {
        const time = await save(which === 'keeping' ? keeping : leaving, n * 2 + at)
        if (n >= WARM_UP) times[which].push(time)
      }
    }
    const added = median(times.keeping) - median(times.leaving)
    lines.push(
      `${name}: ${median(times.keeping).toFixed(2)} ms with the queue, ${median(times.leaving).toFixed(2)} without: ` +
        `${added.toFixed(2)} ms more (aim ${aim}${added > aim ? ', falls short' : ''})`,
    )
  }
  return lines
}
