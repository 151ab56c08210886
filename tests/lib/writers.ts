import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, timedFetch } from './timed-fetch.ts'

/** Writes that the server acknowledged. */
export interface Ledger {
  events: { id: number; orderId: number; documentId: number; at: number }[]
  /** The number of the last edit of an order. */
  edits: Map<number, number>
}

interface Options {
  url: string
  token: string
  /** Orders to edit, one per writer. */
  orders: readonly number[]
  event: number
  template: number
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** Staff who upload documents, set events with mails, edit orders and read the list until stop(). */
export function startWriters({ url, token, orders, event, template }: Options) {
  const answers: Answer[] = []
  const ledger: Ledger = { events: [], edits: new Map() }
  let going = true

  /** Repeats a call with the same key until it succeeds; null if the writers stop first. */
  async function acknowledged(path: string, method: string, body?: FormData | object) {
    const headers: Record<string, string> = { 'user-token': token, 'idempotency-key': randomUUID() }
    if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json'
    const sent = body instanceof FormData ? body : body && JSON.stringify(body)
    while (going) {
      const answer = await timedFetch(url, `/api/${path}`, { method, headers, body: sent })
      answers.push(answer)
      if (answer.status === 200) return JSON.parse(answer.text).data
      await wait(100)
    }
    return null
  }

  async function write(orderId: number) {
    for (let n = 1; going; n++) {
      const form = new FormData()
      form.append('files[]', new Blob([PDF]), `paper ${n}.pdf`)
      const documentId = (await acknowledged('admin/document/upload/6', 'POST', form))?.items[0].id
      if (!documentId) return
      const entry = await acknowledged('request/event/data/add', 'POST', {
        bookingRequestId: orderId,
        eventId: event,
        date: '1767225600',
        comment: `${orderId} ${n}`,
        emailTemplateId: template,
        documents: [documentId],
      })
      if (entry) ledger.events.push({ id: entry.id, orderId, documentId, at: Date.now() })
      const edit = { additionalInformation: `edit ${n}` }
      if (await acknowledged(`request/booking/edit/${orderId}?notify=0`, 'PUT', edit)) ledger.edits.set(orderId, n)
      await acknowledged('request/booking/get_all?per_page=100', 'GET')
    }
  }

  const running = orders.map(write)
  return {
    answers,
    ledger,
    async stop() {
      going = false
      await Promise.all(running)
    },
  }
}
