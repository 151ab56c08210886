import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as f from '#contract/lib/fields.ts'
import { CODE_LENGTH, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { attachment, DOWNLOAD_POLICY } from '#server/files/attachment.ts'
import { openFile } from '#server/files/files.ts'
import { DOWNLOAD, type Limits } from '#server/http/limits.ts'
import { createTurns, type Turns } from '#server/http/queues/turns.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
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
import { type OfLink, renewalPage, unknownLink } from './link-pages.ts'
import {
  askedPage,
  confirmedPage,
  deadLinkPage,
  personalPage,
  readerMessage,
  TRACKING_RENEWED,
  unsubscribedPage,
  unsubscribePage,
} from './reader-pages.ts'
import { send, serveText, shell } from './shell.ts'
import { STYLE } from './style.ts'

/** No scripts, no pictures but our own. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** GET does something here: browsers do not get it in advance. */
const ONCE = { config: { writes: true } }

/**
 * The pages of those who read the tracking page by a secret link, or get its news by mail: nobody logs in.
 * Served whatever serves the other public pages.
 */
export const readerPages =
  (services: Services, limits: Limits) =>
  async (app: FastifyInstance): Promise<void> => {
    const unknown = shell(app, limits, {
      policy: POLICY,
      headers: () => ({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }),
      message: (title, text) => readerMessage(title, text),
      failed: 'This did not work',
      missing: unknownLink('tracking'),
    })
    // What forms and mail programs send. RFC 8058 allows both kinds; what the second says is of no interest.
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (request, body, done) =>
        done(null, request.headers['content-type']?.startsWith('multipart') ? null : new URLSearchParams(String(body))),
    )
    serveText(app, '/page.css', 'text/css', STYLE)
    const inTurn = createTurns({ atOnce: 6, waiting: 1_000 })
    const parts = { app, services, inTurn, unknown }
    personalPages(parts)
    subscriptionPages(parts)
  }

interface Parts {
  app: FastifyInstance
  services: Services
  inTurn: Turns
  /** Answers that there is no such page. */
  unknown: (reply: FastifyReply) => FastifyReply
}

/** The page of a link, its documents, and a new link for one that has expired. */
function personalPages({ app, services, inTurn, unknown }: Parts): void {
  const { db, pool, config, files } = services
  const looks = createLimit(pool, 'tracking-link', 120, 60, { remembers: true })
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

  renewalPage(app, services, {
    path: '/personal/:token',
    limit: 'tracking-renewal',
    personal: 'tracking',
    renew: renewTrackingLink,
    words: TRACKING_RENEWED,
  })
}

/** The news by mail: asked for, confirmed, ended. */
function subscriptionPages({ app, services, inTurn, unknown }: Parts): void {
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
