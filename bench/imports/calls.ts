import { setTimeout as wait } from 'node:timers/promises'
import { timed } from '#bench/many-orders/measure-many.ts'
import type { Running } from '#bench/processes.ts'

const PAUSE_MS = 100

interface Answer<T> {
  data: T
  message: string
}

/** Makes a call below /api/ and returns its data. Throws the message of a refusal. */
export async function call<T>(server: Running, token: string, path: string, init: RequestInit = {}): Promise<T> {
  const reply = await fetch(`${server.url}/api/${path}`, { ...init, headers: { 'user-token': token, ...init.headers } })
  const { data, message } = (await reply.json()) as Answer<T> // the envelope of every reply
  if (!reply.ok) throw new Error(`${path}: ${message}`)
  return data
}

/** The time that the share `part` of all times does not exceed. */
export const share = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

/** Reads a page of the list again and again until stopped; returns how long each took. */
export function readBeside(server: Running, token: string) {
  let over = false
  const times: number[] = []
  const reading = (async () => {
    while (!over) {
      const { ms } = await timed(() => call(server, token, 'request/booking/get_all?per_page=100'))
      times.push(ms)
      await wait(PAUSE_MS)
    }
  })()
  return async () => {
    over = true
    await reading
    return times
  }
}
