import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { login } from '#bench/login.ts'
import { print, timed } from '#bench/many-orders/measure-many.ts'
import type { Running } from '#bench/processes.ts'
import { pageOfIds, read } from '#bench/read.ts'
import { newDrafts } from './load-offers.ts'

/** Offers that are sent one after the other, and as many events. */
const TURNS = 200
const WARM_UP = 40

const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Sends offers in turns with setting events with a mail, on a server whose mails wait; and makes the PDF of an offer alone. */
export async function measureSending(
  client: pg.Client,
  start: (more: Record<string, string>) => Promise<Running>,
): Promise<void> {
  const server = await start({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_HOLD_SECONDS: '120' })
  const { user_token: token } = await login(server)
  const headers = { 'user-token': token, 'content-type': 'application/json' }
  const send = async (path: string, body?: object) => {
    const reply = await fetch(`${server.url}/api/${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer = await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${Buffer.from(answer).toString()}`)
  }
  const idsOf = async (path: string) => (await read(`${server.url}/api/${path}`, token, pageOfIds)).items
  const orders = await idsOf('request/booking/get_all?per_page=1000')
  const [event] = await idsOf('request/event')
  const [template] = await idsOf('template/email?system=false')
  const drafts = await newDrafts(client, TURNS + WARM_UP)
  const times = { offer: [] as number[], event: [] as number[], pdf: [] as number[] }
  for (const [turn, id] of drafts.entries()) {
    const setEvent = () =>
      send('request/event/data/add', {
        bookingRequestId: orders[turn % orders.length]?.id,
        eventId: event?.id,
        date: String(Math.floor(Date.now() / 1000)),
        comment: '',
        emailTemplateId: template?.id,
        documents: [],
      })
    const offered = (await timed(() => send(`offer/${id}/send`, {}))).ms
    const told = (await timed(setEvent)).ms
    const printed = (await timed(() => send(`offer/${id}/pdf`))).ms
    if (turn < WARM_UP) continue
    times.offer.push(offered)
    times.event.push(told)
    times.pdf.push(printed)
    // The dispatcher looks at the queue between two turns as it does in life.
    await wait(5)
  }
  const [offer, told, pdf] = [middle(times.offer), middle(times.event), middle(times.pdf)]
  print(
    `sending an offer: ${offer.toFixed(1)} ms, of which its PDF ${pdf.toFixed(1)} ms; setting an event with its mail: ${told.toFixed(1)} ms; ` +
      `ratio ${(offer / told).toFixed(2)}, without the PDF ${((offer - pdf) / told).toFixed(2)}`,
  )
}
