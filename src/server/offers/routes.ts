import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { bookOfferInput, offerBooked, offerBooking } from '#contract/offers/book-offer.ts'
import { OFFER_FILTERS } from '#contract/offers/offer-filters.ts'
import { OFFER_TABLES, offerReport } from '#contract/offers/offer-report.ts'
import {
  acceptForClientInput,
  keptQuote,
  offerQuestion,
  offers,
  QUOTES_PATH,
  sendOfferInput,
} from '#contract/offers/offers.ts'
import { BAD_DAY, judgePeriod, type Period } from '#contract/reports/period.ts'
import { withFreeEmail } from '#server/accounts/free-email.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { refuseWeak } from '#server/accounts/passwords/weak-passwords.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid, notFound } from '#server/errors.ts'
import { attachment } from '#server/files/attachment.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { idempotent } from '#server/http/idempotency.ts'
import { DOWNLOAD } from '#server/http/limits.ts'
import { ok } from '#server/http/reply.ts'
import { addNote } from '#server/notes/write-notes.ts'
import { sheetOf } from '#server/reports/report-sheet.ts'
import { crudRoutes } from '#server/resource/crud.ts'
import { exportRoutes } from '#server/resource/exports/exported-list.ts'
import { formatOf, SHEET_REPLY, sheetFormat } from '#server/resource/exports/format.ts'
import { sendTable } from '#server/resource/exports/send-export.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { acceptOffer } from './answer-offer.ts'
import { bookOffer, readBooking } from './book-offer.ts'
import { listQuotes } from './list-quotes.ts'
import { lockOffer } from './lock-offer.ts'
import { OFFER_LISTS } from './offer-lists.ts'
import { addOfferPdf, makeOfferPdf, offerPdf, withOfferPdf } from './offer-pdf.ts'
import { offerStore } from './offer-store.ts'
import { closeQuestions, questionsOf } from './open-offer.ts'
import { replaceOffer } from './replace-offer.ts'
import { reportOffers } from './report-offers.ts'
import { followUpOffer, sendOffer, withdrawOffer } from './send-offer.ts'

const tags = [offers.name]
const params = z.object({ id: pathId })
const one = `/${offers.path}/:id`
const PDF = 'application/pdf'

export function offerRoutes(app: App, services: Services): void {
  const { db, config } = services
  crudRoutes(app, db, offers, (on) => offerStore(on, config), { filters: OFFER_FILTERS })
  exportRoutes(app, services, OFFER_LISTS, { file: 'offers-export-thread', beside: import.meta.url })
  actRoutes(app, services)
  bookRoutes(app, services)
  fileRoutes(app, services)
  reportRoutes(app, services)
  questionRoutes(app, services)

  const querystring = listQuerystring({ more: { clientId: pathId.optional() } })
  app.get(
    `/${QUOTES_PATH}`,
    { schema: { tags, querystring, response: { 200: envelope(listOf(keptQuote)) } } },
    async (request) => {
      // Read by the schema of the query, whose type is the same for every list.
      const { clientId = null } = request.query as { clientId?: number }
      return ok(await request.read((from) => listQuotes(from, parseListQuery(request.query, []), clientId)))
    },
  )
}

/** Offers of a period, from one day to another, and each table of that as a file. */
function reportRoutes(app: App, { config }: Services): void {
  const day = z.iso.date({ error: BAD_DAY })
  const period = { from: day.describe('The first day.'), to: day.describe('The last day.') }
  const read = (request: FastifyRequest, asked: Period) => {
    const problems = judgePeriod(asked)
    if (problems) throw invalid(problems)
    return request.read((from) => reportOffers(from, asked, config.timeZone))
  }
  app.get(
    '/report/offers',
    { schema: { tags: ['Reports'], querystring: z.object(period), response: { 200: envelope(offerReport) } } },
    async (request) => ok(await read(request, request.query)),
  )
  const tables = keysOf(OFFER_TABLES)
  const table = z.literal(tables, { error: `table is one of ${tables.join(', ')}` }).describe('Which table.')
  const querystring = z.object({ ...period, table, format: sheetFormat })
  app.get(
    '/report/offers/export',
    { config: SHEET_REPLY, schema: { tags: ['Reports'], querystring } },
    async (request, reply) => {
      const { from, to } = request.query
      const report = await read(request, request.query)
      const { title, sheet } = sheetOf(OFFER_TABLES, { table: request.query.table, report, compared: false })
      return sendTable(reply, sheet, { format: formatOf(request.query), name: `${title} ${from} ${to}` })
    },
  )
}

function actRoutes(app: App, services: Services): void {
  const { db, config } = services
  /** Does something to an offer, once per key, and answers the offer that it returns as it is then. */
  const act = (request: FastifyRequest, work: (tx: Tx) => Promise<number>) =>
    idempotent(db, request, async (tx) => offerStore(tx, config).get(await work(tx)))
  const options = { config: { once: true }, schema: { tags, params, response: { 200: envelope(offers.row) } } }
  const mailing = { ...options, schema: { ...options.schema, body: sendOfferInput } }

  app.post(`${one}/send`, mailing, async (request) => {
    const { id } = request.params
    const { emailTemplateId } = request.body
    // The PDF is made outside the transaction: many that each wait for a second connection would wait for each other. What
    // refuses it is thrown within the work that is done once per key: a repeated call gets the first answer.
    const { userId } = sessionOf(request)
    const [made] = await Promise.allSettled([makeOfferPdf(services, id, userId)])
    const send = () =>
      act(request, async (tx) => {
        if (made.status === 'rejected') throw made.reason
        const printed = addOfferPdf(tx, made.value, userId)
        await sendOffer(tx, services, { id, emailTemplateId, printed }, actorOf(request))
        await made.value.stored
        return id
      })
    return ok(await (made.status === 'fulfilled' ? withOfferPdf(services, made.value, send) : send()))
  })
  app.post(`${one}/follow-up`, mailing, async (request) => {
    const { id } = request.params
    const { emailTemplateId } = request.body
    return ok(
      await act(request, async (tx) => {
        await followUpOffer(tx, services, { id, emailTemplateId }, actorOf(request))
        return id
      }),
    )
  })
  app.post(`${one}/withdraw`, options, async (request) => {
    const { id } = request.params
    return ok(
      await act(request, async (tx) => {
        await withdrawOffer(tx, services, id, actorOf(request))
        return id
      }),
    )
  })
  app.post(`${one}/replace`, options, async (request) =>
    ok(await act(request, (tx) => replaceOffer(tx, services, request.params.id, actorOf(request)))),
  )
  app.post(
    `${one}/accept-for-client`,
    { ...options, schema: { ...options.schema, body: acceptForClientInput } },
    async (request) => {
      const { id } = request.params
      const { optionId, note } = request.body
      return ok(
        await act(request, async (tx) => {
          const actor = actorOf(request)
          const { username } = sessionOf(request)
          const { state } = await lockOffer(tx, id)
          const accepted = { id, optionId, name: username, from: null, note }
          const { orderId } = await acceptOffer(tx, services, accepted, actor)
          if (orderId !== null && state !== 'accepted')
            await addNote(tx, services, { orderId, body: note, mentions: [], dueAt: null, assigneeId: null }, actor)
          return id
        }),
      )
    },
  )
}

/** Questions of the page of an offer. */
function questionRoutes(app: App, { db, config }: Services): void {
  const response = { 200: envelope(z.array(offerQuestion)) }
  app.get(`${one}/questions`, { schema: { tags, params, response } }, async (request) => {
    const { id } = await offerStore(db, config).get(request.params.id)
    return ok(await questionsOf(db, id))
  })
  app.post(
    `${one}/questions/close`,
    { config: { once: true }, schema: { tags, params, response } },
    async (request) => {
      const closed = await idempotent(db, request, async (tx) => {
        const { id } = await lockOffer(tx, request.params.id)
        await closeQuestions(tx, id, actorOf(request))
        return questionsOf(tx, id)
      })
      return ok(closed)
    },
  )
}

function bookRoutes(app: App, services: Services): void {
  const { db, config } = services
  app.get(`${one}/book`, { schema: { tags, params, response: { 200: envelope(offerBooking) } } }, async (request) =>
    ok(await readBooking(db, config, request.params.id)),
  )
  app.post(
    `${one}/book`,
    {
      config: { once: true },
      schema: { tags, params, body: bookOfferInput, response: { 200: envelope(offerBooked) } },
    },
    async (request) => {
      const { id } = request.params
      const { client, order } = request.body
      const { password, ...fields } = client
      await refuseWeak(services, password, fields, 'client.password')
      const input = { id, client: { ...fields, passwordHash: await hashPassword(password) }, order }
      const book = (tx: Tx) => bookOffer(tx, services, input, actorOf(request))
      return ok(await withFreeEmail(() => idempotent(db, request, book)))
    },
  )
}

function fileRoutes(app: App, services: Services): void {
  const { db } = services
  app.get(
    `${one}/snapshot`,
    { config: { documented: { download: ['application/json'] } }, schema: { tags, params } },
    async (request, reply) => {
      const found = await db
        .selectFrom('offers')
        .select('snapshot')
        .where('id', '=', request.params.id)
        .executeTakeFirst()
      if (!found?.snapshot) throw notFound('Snapshot')
      return reply.type('application/json').send(found.snapshot)
    },
  )
  app.get(
    `${one}/pdf`,
    { ...DOWNLOAD, config: { documented: { download: [PDF] } }, schema: { tags, params } },
    async (request, reply) => {
      const { name, pdf } = await offerPdf(services, request.params.id, sessionOf(request).userId)
      return reply.header('content-disposition', attachment(name)).type(PDF).send(Buffer.from(pdf))
    },
  )
}
