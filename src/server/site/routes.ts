import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Role } from '#contract/accounts/session.ts'
import { pageTextApart } from '#server/html/html-aside.ts'
import { LIMITS } from '#server/http/limits.ts'
import { createTurns } from '#server/http/queues/turns.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { findSession } from '#server/http/security/find-session.ts'
import type { Services } from '#server/services.ts'
import { accountPage, shipmentsAsked, signedOutPage, tokenOf } from './account.ts'
import { createArticleTexts } from './article-texts.ts'
import { articlePage, mainPage } from './articles.ts'
import { siteMessage } from './layout.ts'
import { sendOpen, servesPublicSite } from './open-pages.ts'
import { send, shell } from './shell.ts'
import { STYLE, STYLE_VERSION } from './style.ts'
import { trackingRoutes } from './tracking-routes.ts'

/**
 * No scripts. Style attributes and pictures of an article's text are allowed; connections to this server too,
 * which nobody can open without a script, but by which tools that check pages read robots.txt.
 */
const POLICY =
  "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' https: http: data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

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
    const forSearch = (request: FastifyRequest): Record<string, string> => {
      if (!servesPublicSite(config)) return { 'x-robots-tag': 'noindex' }
      return config.appUrl ? { link: canonicalLink(request.url, config.appUrl) } : {}
    }
    const missing = shell(app, LIMITS, {
      policy: POLICY,
      headers: (request) => ({ 'cache-control': 'no-store', ...forSearch(request) }),
      message: (title, text) => siteMessage(title, text),
      failed: 'Something went wrong',
      missing: siteMessage('Page not found', 'There is no page at this address.'),
    })
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
    trackingRoutes(app, { services, sendPage, missing })
    app.get<{ Querystring: Record<string, unknown> }>('/account', async (request, reply) => {
      const page = await inTurn(addressKey(request.ip), async () => {
        const session = await findSession(pool, db, tokenOf(request.headers.cookie))
        // A staff token has no access here, however it got into the cookie.
        if (!session?.roles.includes(Role.CLIENT)) return null
        return accountPage(db, session, shipmentsAsked(request.query), timeZone)
      })
      return page ? send(reply, page) : send(reply, signedOutPage(), 401)
    })
  }
