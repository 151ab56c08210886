import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as f from '#contract/lib/fields.ts'
import { CODE_LENGTH, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { attachment, DOWNLOAD_POLICY } from '#server/files/attachment.ts'
import { openFile } from '#server/files/files.ts'
import { actorOf } from '#server/http/app-types.ts'
import { asAppError } from '#server/http/error-handler.ts'
import { DOWNLOAD, type Limits } from '#server/http/limits.ts'
import { answerUnknown } from '#server/http/methods.ts'
import { createTurns, type Turns } from '#server/http/queues/turns.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { limitHandlers } from '#server/http/security/limit-connections.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import { setPolicy } from '#server/http/security/security.ts'
import type { Services } from '#server/services.ts'
import { sharedDocument, sharedDocuments } from '#server/tracking/readers/shared-documents.ts'
import {
  askToSubscribe,
  confirmSubscription,
  openSubscription,
  unsubscribe,
} from '#server/tracking/readers/subscriptions.ts'
import {
  countDownload,
  type OpenedTrackingLink,
  openTrackingLink,
  renewTrackingLink,
  showToReader,
} from '#server/tracking/readers/tracking-links.ts'
import {
  askedPage,
  confirmedPage,
  deadLinkPage,
  personalPage,
  readerMessage,
  renewedLinkPage,
  unsubscribedPage,
  unsubscribePage,
} from './reader-pages.ts'
import { STYLE } from './style.ts'

/** No scripts, no pictures but our own. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

interface OfLink {
  Params: { token: string }
}

const send = (reply: FastifyReply, page: string, status = 200) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)

const unknown = (reply: FastifyReply) =>
  send(
    reply,
    readerMessage('This link does not work', 'Please open it from the email again, or get in touch with us.'),
    404,
  )

/** Options of a GET that changes something: browsers do not prefetch it. */
const ONCE = { config: { writes: true } }

/**
 * The pages of those who read the tracking page by a secret link, or get its news by mail: nobody logs in.
 * Served whatever serves the other public pages.
 */
export const readerPages =
  (services: Services, limits: Limits) =>
  async (app: FastifyInstance): Promise<void> => {
    limitHandlers(app, limits.handlerMs)
    app.addHook('onRequest', async (_request, reply) => {
      setPolicy(reply, POLICY).header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    })
    app.setErrorHandler((error: FastifyError | Error, request, reply) => {
      const known = asAppError(error, request)
      if (known)
        return send(reply.headers(known.headers), readerMessage('This did not work', known.message), known.status)
      request.log.error({ err: error }, 'page of a reader failed')
      return send(reply, readerMessage('Server error.', `Please try again. Error ID: ${request.id}`), 500)
    })
    answerUnknown(app, (_request, reply) => unknown(reply))
    // Bodies of forms and of mail programs. RFC 8058 allows both types; the content of the second does not
    // matter.
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (request, body, done) =>
        done(null, request.headers['content-type']?.startsWith('multipart') ? null : new URLSearchParams(String(body))),
    )
    app.get('/page.css', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(STYLE),
    )
    const inTurn = createTurns({ atOnce: 6, waiting: 1_000 })
    personalPages(app, services, inTurn)
    subscriptionPages(app, services, inTurn)
  }

/** The page of a link, its documents, and a new link for one that has expired. */
function personalPages(app: FastifyInstance, services: Services, inTurn: Turns): void {
  const { db, pool, config, files } = services
  const looks = createLimit(pool, 'tracking-link', 120, 60, { remembers: true })
  const renewals = createLimit(pool, 'tracking-renewal', 20, 3600)
  const calendar = !config.publicSiteUrl || !config.customerSiteUrl
  const open = async (request: FastifyRequest<OfLink>) => {
    await looks.take(addressKey(request.ip))
    return openTrackingLink(db, request.params.token)
  }
  const dead = (reply: FastifyReply, token: string, link: OpenedTrackingLink | null) =>
    link ? send(reply, deadLinkPage(token, link), 410) : unknown(reply)

  app.get<OfLink>('/personal/:token', ONCE, async (request, reply) => {
    const { token } = request.params
    const link = await open(request)
    if (link?.state !== 'live') return dead(reply, token, link)
    const clock = { now: new Date(), timeZone: config.timeZone }
    const [facts, documents] = await inTurn(addressKey(request.ip), async () => [
      await db.transaction().execute((tx) => showToReader(tx, link, clock)),
      link.documents ? await sharedDocuments(db, link.orderId) : null,
    ])
    return facts ? send(reply, personalPage({ token, facts, documents, calendar }, clock)) : unknown(reply)
  })

  app.get<{ Params: { token: string; id: string } }>(
    '/personal/:token/documents/:id(^[0-9]{1,10}$)',
    { ...DOWNLOAD, ...ONCE },
    async (request, reply) => {
      const { token, id } = request.params
      const link = await open(request)
      if (link?.state !== 'live') return dead(reply, token, link)
      const parsed = f.pathId.safeParse(id)
      const found = parsed.success && link.documents ? await sharedDocument(db, link.orderId, parsed.data) : undefined
      if (!found) return unknown(reply)
      const stream = await openFile(files, found.storageKey, 'Document')
      await countDownload(db, link.id)
      return reply
        .header('content-security-policy', DOWNLOAD_POLICY)
        .header('content-disposition', attachment(found.name))
        .header('content-length', found.size)
        .type(found.contentType)
        .send(stream)
    },
  )

  app.post<OfLink>('/personal/:token/new-link', async (request, reply) => {
    await renewals.take(addressKey(request.ip))
    const { token } = request.params
    const renewal = await db.transaction().execute((tx) => renewTrackingLink(tx, services, { token }, actorOf(request)))
    return send(reply, renewedLinkPage(renewal), renewal === 'dead' ? 404 : 200)
  })
}

/** The news by mail: asked for, confirmed, ended. */
function subscriptionPages(app: FastifyInstance, services: Services, inTurn: Turns): void {
  const { db, pool } = services
  const asks = createLimit(pool, 'tracking-subscribe', 20, 3600)
  // Mail providers unsubscribe many people from few addresses.
  const opens = createLimit(pool, 'tracking-subscription', 600, 60, { remembers: true })
  const address = f.email()

  app.post('/subscribe', async (request, reply) => {
    await asks.take(addressKey(request.ip))
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const code = parseTrackingCode((form.get('code') ?? '').slice(0, 60))
    const mail = address.safeParse(form.get('mail') ?? '')
    if (!mail.success)
      return send(reply, readerMessage('Please check your email address', mail.error.issues[0]?.message ?? ''), 400)
    if (code.length !== CODE_LENGTH)
      return send(reply, readerMessage('Please check the tracking code', 'It has 4 letters and 8 digits.'), 400)
    await inTurn(addressKey(request.ip), () => askToSubscribe(db, { code, email: mail.data.toLowerCase() }))
    return send(reply, askedPage())
  })

  const confirm = async (request: FastifyRequest<OfLink>, reply: FastifyReply) => {
    await opens.take(addressKey(request.ip))
    const { token } = request.params
    const found = await inTurn(addressKey(request.ip), () =>
      db.transaction().execute((tx) => confirmSubscription(tx, services, { token })),
    )
    if (!found) return unknown(reply)
    return send(reply, confirmedPage(found.state), found.state === 'late' || found.state === 'ended' ? 410 : 200)
  }
  app.get<OfLink>('/confirm/:token', ONCE, confirm)
  app.post<OfLink>('/confirm/:token', confirm)

  app.get<OfLink>('/unsubscribe/:token', async (request, reply) => {
    await opens.take(addressKey(request.ip))
    const { token } = request.params
    const found = await inTurn(addressKey(request.ip), () => openSubscription(db, token))
    if (!found) return unknown(reply)
    return send(reply, found.state === 'ended' ? unsubscribedPage() : unsubscribePage(token, found))
  })
  // The answer has no redirect and no cookie (RFC 8058), and is the same where nothing is left to end.
  app.post<OfLink>('/unsubscribe/:token', async (request, reply) => {
    await opens.take(addressKey(request.ip))
    await inTurn(addressKey(request.ip), () => unsubscribe(db, request.params.token))
    return send(reply, unsubscribedPage())
  })
}
