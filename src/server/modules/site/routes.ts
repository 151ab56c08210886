import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { CODE_LENGTH, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { Role } from '#contract/session/session.ts'
import { cleanRichTextApart } from '#server/html/html-aside.ts'
import { findSession } from '#server/http/auth.ts'
import { asAppError } from '#server/http/error-handler.ts'
import { LIMITS } from '#server/http/limits.ts'
import { answerUnknown } from '#server/http/methods.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { limitHandlers } from '#server/http/security/limit-connections.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import { setPolicy } from '#server/http/security/security.ts'
import { createTurns } from '#server/http/turns.ts'
import { ordersOfClient } from '#server/orders/orders-of-client.ts'
import { trackPublicly } from '#server/orders/public-tracking.ts'
import type { Services } from '#server/services.ts'
import { accountPage, signedOutPage, tokenOf } from './account.ts'
import { createArticleTexts } from './article-texts.ts'
import { articlePage, mainPage } from './articles.ts'
import { messagePage } from './layout.ts'
import { STYLE } from './style.ts'
import { trackingPage } from './tracking.ts'

/** No scripts. Style attributes and pictures of an article's text are allowed. */
const POLICY =
  "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' https: http: data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const send = (reply: FastifyReply, page: string, status = 200) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)

/** A simple public and customer site below /site/, served until both have a separate address. */
export const site =
  ({ db, pool, config }: Services) =>
  async (app: FastifyInstance): Promise<void> => {
    const { timeZone } = config
    const trackings = createLimit(pool, 'tracking', 60, 60)
    // Visitors share neither thread nor queue with staff, and never hold more than some of the connections to the database.
    const textOf = createArticleTexts(cleanRichTextApart)
    const inTurn = createTurns({ atOnce: 6, waiting: 1_000 })
    const missing = (reply: FastifyReply) =>
      send(reply, messagePage('Page not found', 'There is no page at this address.'), 404)

    limitHandlers(app, LIMITS.handlerMs)
    app.addHook('onRequest', async (_request, reply) => {
      setPolicy(reply, POLICY).header('cache-control', 'no-store')
    })
    app.setErrorHandler((error: FastifyError | Error, request, reply) => {
      const known = asAppError(error, request)
      if (known)
        return send(reply.headers(known.headers), messagePage('Something went wrong', known.message), known.status)
      request.log.error({ err: error }, 'page failed')
      return send(reply, messagePage('Server error.', `Please try again. Error ID: ${request.id}`), 500)
    })
    answerUnknown(app, (_request, reply) => missing(reply))

    app.get('/site.css', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(STYLE),
    )
    app.get('/', async (_request, reply) => send(reply, await inTurn(() => mainPage(db, timeZone))))
    app.get<{ Params: { slug: string } }>('/article/:slug', async (request, reply) => {
      const page = await inTurn(() => articlePage(db, textOf, request.params.slug, timeZone))
      return page ? send(reply, page) : missing(reply)
    })
    app.get<{ Querystring: { code?: unknown } }>('/tracking', async (request, reply) => {
      const { code } = request.query
      const typed = typeof code === 'string' ? code.slice(0, 60) : ''
      if (typed) await trackings.take(addressKey(request.ip))
      const whole = parseTrackingCode(typed)
      const found = whole.length === CODE_LENGTH ? await inTurn(() => trackPublicly(db, whole)) : null
      return send(reply, trackingPage(typed, found, timeZone), typed && !found ? 404 : 200)
    })
    app.get('/account', async (request, reply) => {
      const page = await inTurn(async () => {
        const session = await findSession(pool, db, tokenOf(request.headers.cookie))
        // A staff token has no access here, however it got into the cookie.
        if (!session?.roles.includes(Role.CLIENT)) return null
        return accountPage(db, session, await ordersOfClient(db, session.userId), timeZone)
      })
      return page ? send(reply, page) : send(reply, signedOutPage(), 401)
    })
  }
