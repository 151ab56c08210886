import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CODE_LENGTH, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { createBatches } from '#server/http/queues/batches.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createOpenLimit } from '#server/http/security/open-limit.ts'
import { trackingUrl } from '#server/orders/mails/order-variables.ts'
import type { Services } from '#server/services.ts'
import { calendarOf } from '#server/tracking/calendar.ts'
import { publicFacts } from '#server/tracking/facts.ts'
import { readAllTracked } from '#server/tracking/read-tracked.ts'
import { send } from './shell.ts'
import { trackingPage } from './tracking.ts'

interface Parts {
  services: Services
  /** Answers with a page that is the same for everybody. */
  sendPage: (request: FastifyRequest, reply: FastifyReply, page: string) => Promise<FastifyReply>
  /** Answers that there is no such page. */
  missing: (reply: FastifyReply) => FastifyReply
}

/** Tracking by code: the page, and its dates for a calendar. */
export function trackingRoutes(app: FastifyInstance, { services, sendPage, missing }: Parts): void {
  const { db, pool, config } = services
  const { timeZone } = config
  const looks = createOpenLimit(pool, 'tracking', 60, 60)
  const readOne = createBatches({ read: (codes) => readAllTracked(db, codes), atOnce: 1, most: 100, waiting: 1_000 })
  const read = async (code: string) => (code.length === CODE_LENGTH ? readOne(code) : null)

  app.get<{ Querystring: { code?: unknown } }>('/tracking', async (request, reply) => {
    const { code } = request.query
    const typed = typeof code === 'string' ? code.slice(0, 60) : ''
    if (typed) await looks.take(addressKey(request.ip))
    const whole = parseTrackingCode(typed)
    const order = await read(whole)
    const clock = { now: new Date(), timeZone }
    const found = order && publicFacts(order, clock)
    const page = trackingPage({ typed, isCode: whole.length === CODE_LENGTH, found }, clock)
    return typed ? send(reply, page, found ? 200 : 404) : sendPage(request, reply, page)
  })

  app.get<{ Params: { code: string } }>('/tracking/:code(^[A-Za-z]{4}[0-9]{8}$).ics', async (request, reply) => {
    await looks.take(addressKey(request.ip))
    const order = await read(request.params.code.toUpperCase())
    if (!order) return missing(reply)
    const clock = { now: new Date(), timeZone }
    const url = trackingUrl(services.siteUrl(), order.trackingCode)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `inline; filename="${order.trackingCode}.ics"`)
      .send(calendarOf(publicFacts(order, clock), { ...clock, url }))
  })
}
