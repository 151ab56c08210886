import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { print } from '#bench/many-orders/measure-many.ts'
import { type Figure, measureCalls, medianOf } from '#bench/measure.ts'
import type { Running } from '#bench/processes.ts'
import { pageOfIds, read } from '#bench/read.ts'
import { undisturbed } from '#bench/stolen.ts'
import { createPool } from '#server/db/client.ts'

/** Callers who save orders at the same time. */
const CALLERS = 8
/** Changes per second that webhooks report. */
const TOLD = 50
/** Limit for the p99 of a save with webhooks, relative to one without. */
const AIM = 1.1

/** A receiver that counts the messages that arrive. */
async function startReceiver() {
  let arrived = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      arrived++
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, arrived: () => arrived, close: () => server.close() }
}

interface Options {
  databaseUrl: string
  token: string
  seconds: number
  rounds: number
}

/**
 * Eight callers save orders as fast as they can, while the status of other orders changes 50 times a second,
 * in turns with a webhook that reports each change and without one. Prints the saves of both, and how many
 * messages arrived.
 */
export async function measureWebhooks(
  server: Running,
  { databaseUrl, token, seconds, rounds }: Options,
): Promise<void> {
  const headers = { 'user-token': token, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${server.url}/api/${path}`, { method, headers, body: body && JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return z.object({ data: z.unknown() }).parse(await reply.json()).data
  }
  const pageOf = async (page: number) =>
    (await read(`${server.url}/api/request/booking/get_all?per_page=1000&page=${page}`, token, pageOfIds)).items
  const [saved, changed] = [await pageOf(1), await pageOf(2)]
  const pool = createPool(databaseUrl, 1)
  // An earlier run may have left some orders completed, but every change here has to change something.
  await pool.query("set statement_timeout = '5min'")
  await pool.query('update orders set status = 0 where id = any($1) and status <> 0', [changed.map(({ id }) => id)])
  // An interrupted run may have left some orders completed, too.
  await pool.query('delete from webhooks')
  let n = 0
  const save = async () => {
    await call('PUT', `request/booking/edit/${saved[n++ % saved.length]?.id}?notify=0`, {
      additionalInformation: `Change ${n}`,
    })
  }
  let told = 0
  /** Changes a status 50 times a second until it is stopped. */
  const changeStatus = () => {
    const changes: Promise<unknown>[] = []
    const change = () => {
      const { id } = changed[told % changed.length] ?? { id: 0 }
      const status = Math.floor(told++ / changed.length) % 2 === 0 ? 2 : 0
      changes.push(call('PUT', `request/booking/edit/${id}?notify=0`, { status }))
    }
    // A busy process fires its timers late; changes that are due by the clock are made up for.
    const [began, before] = [performance.now(), told]
    const timer = setInterval(() => {
      while (told - before < ((performance.now() - began) / 1000) * TOLD) change()
    }, 1000 / TOLD)
    return async () => {
      clearInterval(timer)
      await Promise.all(changes)
    }
  }
  const measureSaves = async (): Promise<Figure> => {
    const stop = changeStatus()
    const figure = await undisturbed(() => measureCalls(CALLERS, seconds, save))
    await stop()
    return figure
  }
  const receiver = await startReceiver()
  const { id } = z
    .object({ id: z.int() })
    .parse(await call('POST', 'admin/webhook', { url: receiver.url, events: ['order.status'], active: false }))
  const [plain, telling]: [Figure[], Figure[]] = [[], []]
  let [messages, within] = [0, 0]
  await measureSaves()
  for (let round = 0; round < rounds; round++) {
    plain.push(await measureSaves())
    await call('PUT', `admin/webhook/${id}`, { active: true })
    const [before, began, arrivedBefore] = [told, performance.now(), receiver.arrived()]
    telling.push(await measureSaves())
    within += (receiver.arrived() - arrivedBefore) / ((performance.now() - began) / 1000)
    for (let tries = 0; tries < 100 && receiver.arrived() - arrivedBefore < told - before; tries++) await wait(100)
    messages += receiver.arrived() - arrivedBefore
    if (receiver.arrived() - arrivedBefore < told - before) throw new Error('Messages are missing')
    await call('PUT', `admin/webhook/${id}`, { active: false })
  }
  receiver.close()
  await pool.query('delete from webhooks where id = $1', [id])
  await pool.end()
  const [withThem, without] = [medianOf(telling), medianOf(plain)]
  const ratio = withThem.p99 / without.p99
  print(
    `order save, ${CALLERS} callers, while ${Math.round(within / rounds)} webhooks a second leave (aim ${TOLD}): ${withThem.perSecond}/s, p50 ${withThem.p50} ms, ` +
      `p99 ${withThem.p99} ms; without: ${without.perSecond}/s, p50 ${without.p50}, p99 ${without.p99} ms; ` +
      `p99 ${ratio.toFixed(2)} times (aim ${AIM}${ratio > AIM ? ', falls short' : ''}); all ${messages} arrived`,
  )
}
