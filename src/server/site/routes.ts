import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Role } from '#contract/accounts/session.ts'
import { pageTextApart } from '#server/html/html-aside.ts'
import { findSession } from '#server/http/auth.ts'
import { asAppError } from '#server/http/error-handler.ts'
import { LIMITS } from '#server/http/limits.ts'
import { answerUnknown } from '#server/http/methods.ts'
import { createTurns } from '#server/http/queues/turns.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { limitHandlers } from '#server/http/security/limit-connections.ts'
import { setPolicy } from '#server/http/security/security.ts'
import { ordersOfClient } from '#server/orders/list/orders-of-client.ts'
import type { Services } from '#server/services.ts'
import { accountPage, signedOutPage, tokenOf } from './account.ts'
import { createArticleTexts } from './article-texts.ts'
import { articlePage, mainPage } from './articles.ts'
import { messagePage } from './layout.ts'
import { sendOpen, servesPublicSite } from './open-pages.ts'
import { STYLE, STYLE_VERSION } from './style.ts'
import { trackingRoutes } from './tracking-routes.ts'

/**
 * No scripts. Style attributes and pictures of an article's text are allowed; connections to this server too,
 * which nobody can open without a script, but by which tools that check pages read robots.txt.
 */
const POLICY =
  "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' https: http: data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const send = (reply: FastifyReply, page: string, status = 200) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)

/** The one address of a page, without what was asked of it. */
const canonicalLink = (url: string, appUrl: string) =>
  `<${new URL(url.replace(/\?.*$/s, '').replace(/^\/site$/, '/site/'), appUrl).href}>; rel="canonical"`

/** A simple public and customer site below /site/, served until both have a separate address. */
export const site =
  (services: Services) =>
  async (app: FastifyInstance): Promise<void> => {
    const { db, pool, config } = services
    const { timeZone } = config
    // Visitors share neither thread nor queue with staff, and never hold more than some of the connections to
    // the database.
    const textOf = createArticleTexts(pageTextApart)
    const inTurn = createTurns({ atOnce: 6, waiting: 1_000 })
    const missing = (reply: FastifyReply) =>
      send(reply, messagePage('Page not found', 'There is no page at this address.'), 404)

    limitHandlers(app, LIMITS.handlerMs)
    const isPublic = servesPublicSite(config)
    app.addHook('onRequest', async (request, reply) => {
      setPolicy(reply, POLICY).header('cache-control', 'no-store')
      if (!isPublic) reply.header('x-robots-tag', 'noindex')
      else if (config.appUrl) reply.header('link', canonicalLink(request.url, config.appUrl))
    })
    app.setErrorHandler((error: FastifyError | Error, request, reply) => {
      const known = asAppError(error, request)
      if (known)
        return send(reply.headers(known.headers), messagePage('Something went wrong', known.message), known.status)
      request.log.error({ err: error }, 'page failed')
      return send(reply, messagePage('Server error.', `Please try again. Error ID: ${request.id}`), 500)
    })
    answerUnknown(app, (_request, reply) => missing(reply))

    app.get<{ Querystring: { v?: unknown } }>('/site.css', (request, reply) => {
      // While instances of two versions run, one may be asked for the style of the other: nobody may keep
      // that answer.
      const kept = request.query.v === STYLE_VERSION ? 'public, max-age=31536000, immutable' : 'no-store'
      return sendOpen(request, reply.header('cache-control', kept).type('text/css; charset=utf-8'), STYLE)
    })
    const sendPage = (request: FastifyRequest, reply: FastifyReply, page: string) =>
      sendOpen(request, reply.type('text/html; charset=utf-8'), page)
    app.get('/', async (request, reply) =>
      sendPage(request, reply, await inTurn(addressKey(request.ip), () => mainPage(db, timeZone))),
    )
    app.get<{ Params: { slug: string } }>('/article/:slug', async (request, reply) => {
      const page = await inTurn(addressKey(request.ip), () => articlePage(db, textOf, request.params.slug, timeZone))
      return page ? sendPage(request, reply, page) : missing(reply)
    })
    trackingRoutes(app, { services, send, sendPage, missing })
    app.get('/account', async (request, reply) => {
      const page = await inTurn(addressKey(request.ip), async () => {
        const session = await findSession(pool, db, tokenOf(request.headers.cookie))
        // A staff token has no access here, however it got into the cookie.
        if (!session?.roles.includes(Role.CLIENT)) return null
        return accountPage(db, session, await ordersOfClient(db, session.userId), timeZone)
      })
      return page ? send(reply, page) : send(reply, signedOutPage(), 401)
    })
  }
