import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, measureCalls, medianOf } from '#bench/measure.ts'
import type { Running } from '#bench/processes.ts'
import { pageOfIds, read } from '#bench/read.ts'
import type { Result } from '#bench/report.ts'
import { undisturbed } from '#bench/stolen.ts'
import { createPool } from '#server/db/client.ts'
import { openListeners } from './listeners.ts'

const LISTENERS = 200
/** Callers who save orders at the same time. */
const CALLERS = 8

/** How much following changes costs the callers who make them, and how long a change takes to arrive. */
export interface LiveReport {
  /** Rate of saves with listeners, relative to the rate without. */
  saves: Result[]
  /** Milliseconds from sending a save to its event at a listener, while orders are saved. */
  delay: { p50: number; p99: number; most: number; changes: number }
  listeners: number
  resyncs: number
}

interface Options {
  url: string
  userId: number
  token: string
  seconds: number
  rounds: number
  quiet: () => Promise<void>
}

/** Saves orders with and without 200 listeners in turns, as fast as eight callers can. */
export async function measureLive(server: Running, options: Options): Promise<LiveReport> {
  const { token, seconds, rounds, quiet } = options
  const pool = createPool(options.url, 1)
  const path = `${server.url}/api/request/booking/get_all?per_page=1000`
  const orders = (await read(path, token, pageOfIds)).items.map(({ id }) => id)
  /** The time at which each order was last sent to be saved. */
  const sent = new Map<number, number>()
  let n = 0
  const save = async () => {
    const id = orders[n++ % orders.length] ?? 0
    sent.set(id, performance.now())
    const reply = await fetch(`${server.url}/api/request/booking/edit/${id}?notify=0`, {
      method: 'PUT',
      headers: { 'user-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ additionalInformation: `Change ${n}` }),
    })
    await reply.text()
    if (!reply.ok) throw new Error(`A save was answered ${reply.status}`)
  }
  const [without, heard]: [Figure[], Figure[]] = [[], []]
  const delays: number[] = []
  let resyncs = 0
  await measureCalls(CALLERS, 5, save)
  for (let round = 0; round < rounds; round++) {
    await quiet()
    without.push(await undisturbed(() => measureCalls(CALLERS, seconds, save)))
    await quiet()
    sent.clear()
    const told = new Set<number>()
    const hear = (id: number) => {
      told.add(id)
      delays.push(performance.now() - (sent.get(id) ?? 0))
    }
    const listeners = await openListeners(server.url, { pool, userId: options.userId, n: LISTENERS, heard: hear })
    heard.push(await undisturbed(() => measureCalls(CALLERS, seconds, save)))
    // The last changes are told within two seconds.
    await wait(2_000)
    if (listeners.open() !== LISTENERS) throw new Error(`Only ${listeners.open()} listeners are left`)
    const lost = [...sent.keys()].filter((id) => !told.has(id))
    if (lost.length > 0 && listeners.resyncs() === 0) throw new Error(`${lost.length} changes were not told`)
    resyncs += listeners.resyncs()
    listeners.close()
  }
  await pool.end()
  delays.sort((a, b) => a - b)
  const share = (part: number) => Math.round(delays[Math.min(delays.length - 1, Math.floor(delays.length * part))] ?? 0)
  const save200 = { name: `order save, ${LISTENERS} listeners`, connections: CALLERS }
  return {
    saves: [{ ...save200, ours: medianOf(heard), limit: medianOf(without) }],
    delay: { p50: share(0.5), p99: share(0.99), most: share(1), changes: delays.length },
    listeners: LISTENERS,
    resyncs,
  }
}
