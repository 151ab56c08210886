import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { callKey } from '#contract/api/call.ts'
import { CALLS } from '#contract/api/calls.ts'
import { scopesOfCall } from '#contract/api/scopes/call-scopes.ts'
import { stepUpOf } from '#contract/api/step-up.ts'
import { BUILD_HEADER } from '#contract/lib/build.ts'
import { isFirstRun } from '#server/accounts/first-run.ts'
import { sessionRoutes } from '#server/accounts/session/routes.ts'
import { oidcCallback } from '#server/accounts/sign-in/oidc-callback.ts'
import { signInRoutes } from '#server/accounts/sign-in/routes.ts'
import { staffRoutes } from '#server/accounts/staff/routes.ts'
import { tellWays } from '#server/accounts/step-up/ways.ts'
import { arrivalRoutes } from '#server/arrivals/routes.ts'
import { handOverRoutes } from '#server/attention/hand-over/routes.ts'
import { attentionRoutes } from '#server/attention/routes.ts'
import { auditRoutes } from '#server/audit/routes.ts'
import { imageFiles } from '#server/blog/image-routes.ts'
import { blogRoutes } from '#server/blog/routes.ts'
import { carrierEventRoutes } from '#server/carrier-events/routes.ts'
import { clientRoutes } from '#server/clients/routes.ts'
import type { Db } from '#server/db/client.ts'
import { draftRoutes } from '#server/drafts/routes.ts'
import { freeTimeRoutes } from '#server/free-time/routes.ts'
import { apiDocs } from '#server/http/api-docs.ts'
import type { App } from '#server/http/app-types.ts'
import { requireAccess } from '#server/http/auth.ts'
import { logCalls } from '#server/http/call-log.ts'
import type { Words } from '#server/http/description/describe-api.ts'
import { handleErrors } from '#server/http/error-handler.ts'
import { takeForms } from '#server/http/forms.ts'
import { keepSentBodies } from '#server/http/idempotency.ts'
import { LIMITS, type Limits } from '#server/http/limits.ts'
import { answerUnknownRoutes } from '#server/http/methods.ts'
import { openSession } from '#server/http/open-session.ts'
import { takeLongTextsInTurn } from '#server/http/queues/long-texts.ts'
import { createReads, markWrite } from '#server/http/reads.ts'
import { limitBodies } from '#server/http/security/bodies.ts'
import { frame } from '#server/http/security/frame.ts'
import {
  limitConnections,
  limitedServer,
  limitHandlers,
  type SessionSeen,
} from '#server/http/security/limit-connections.ts'
import { refuseMalformed } from '#server/http/security/malformed.ts'
import { createLocalLimit } from '#server/http/security/rate-limits.ts'
import { refusePrefetch, secureHeaders, transportHeaders, withSecurityHeaders } from '#server/http/security/security.ts'
import { refuseUnknownParameters } from '#server/http/unknown-parameters.ts'
import { serializerCompiler, takeJson, validatorCompiler } from '#server/http/validation.ts'
import { readWebPage, type WebPage, webApp } from '#server/http/web-app.ts'
import { importRoutes } from '#server/imports/routes.ts'
import { dcsaRoutes } from '#server/integrations/dcsa/routes.ts'
import { mcpRoutes } from '#server/integrations/mcp/routes.ts'
import { integrationRoutes } from '#server/integrations/routes.ts'
import { liveRoutes } from '#server/live/routes.ts'
import { LIVE_TIMES, type LiveTimes } from '#server/live/times.ts'
import { madeDocumentRoutes } from '#server/made-documents/routes.ts'
import { mailRoutes } from '#server/mail/routes.ts'
import { mailInRoutes } from '#server/mail-in/routes.ts'
import { notificationRoutes } from '#server/notes/notifications/routes.ts'
import { noteRoutes } from '#server/notes/routes.ts'
import { offerRoutes } from '#server/offers/routes.ts'
import { eventRoutes } from '#server/orders/events/routes.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { paperRoutes } from '#server/papers/routes.ts'
import { quoteRoutes } from '#server/quotes/routes.ts'
import { rateRoutes } from '#server/rates/routes.ts'
import { deliveryRoutes } from '#server/reference/delivery/routes.ts'
import { referenceRoutes } from '#server/reference/routes.ts'
import { releaseRoutes } from '#server/releases/routes.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { runRoutes } from '#server/runs/routes.ts'
import { dateChangeRoutes } from '#server/sailings/date-change/routes.ts'
import { sailingRoutes } from '#server/sailings/routes.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { offerPages } from '#server/site/offer-routes.ts'
import { robots } from '#server/site/open-pages.ts'
import { readerPages } from '#server/site/reader-routes.ts'
import { site } from '#server/site/routes.ts'
import { uploadPages } from '#server/site/upload-routes.ts'
import { systemRoutes } from '#server/system/routes.ts'
import { templateRoutes } from '#server/templates/routes.ts'
import { newRequestId } from '#server/traces/spans.ts'
import { traceRequests } from '#server/traces/trace-requests.ts'
import { trackingRoutes } from '#server/tracking/routes.ts'
import { viewRoutes } from '#server/views/routes.ts'
import type { Services } from './services.ts'
import { VIEW_COUNTERS } from './view-counters.ts'

/** Its types know Ajv's schemas only. */
const OUR_COMPILERS = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
} as unknown as NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']

/** Builds the server; main listens, tests call it over HTTP. */
export async function buildApp(
  services: Services,
  limits: Limits = LIMITS,
  times: LiveTimes = LIVE_TIMES,
): Promise<FastifyInstance> {
  const handleError = handleErrors(services.config.timeZone)
  const transport = transportHeaders(services.config)
  const app = fastify({
    loggerInstance: services.log,
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // Given here, Fastify does not load compilers of its own, which takes a twentieth of the start.
    schemaController: { compilersFactory: OUR_COMPILERS },
    ...limitedServer(limits, transport),
    frameworkErrors: (error, request, reply) => handleError(error, request, withSecurityHeaders(reply)),
    trustProxy: services.config.trustedProxies.length > 0 ? services.config.trustedProxies : false,
  })
  const { maxConnections: most, maxConnectionsPerAddress: mostPerAddress, trustedProxies: proxies } = services.config
  const sessionSeen = limitConnections(app, { limits, most, mostPerAddress, proxies })
  app.setErrorHandler(handleError)
  traceRequests(app)
  logCalls(app, (request, reply) => services.metrics?.observe(request, reply))
  secureHeaders(app, transport)
  refuseMalformed(app)
  limitBodies(app, limits, ({ url, config }) => !url.startsWith('/api/') || config?.access === 'public')
  refusePrefetch(app)
  // Each part of the server declares the bodies it reads: the framework parses none by itself.
  app.removeAllContentTypeParsers()
  const web = readWebPage()
  await app.register(api(services, { limits, times, web, sessionSeen }), { prefix: '/api' })
  await app.register(frame(services))
  await app.register(imageFiles(services))
  await app.register(robots(services))
  await app.register(oidcCallback(services))
  const { publicSiteUrl, customerSiteUrl } = services.config
  if (!publicSiteUrl || !customerSiteUrl) await app.register(site(services), { prefix: '/site' })
  await app.register(uploadPages(services, limits), { prefix: '/site/upload' })
  await app.register(readerPages(services, limits), { prefix: '/site/tracking' })
  await app.register(offerPages(services, limits), { prefix: '/site/offer' })
  await app.register(webApp(web, leadToFirstRun(services.db)))
  return app
}

const FIRST_RUN = '/first-run'
/** Leads to the page of the first run until the installation is set up, and away from it afterwards. */
const leadToFirstRun = (db: Db) => async (path: string) => {
  if (await isFirstRun(db)) return path === FIRST_RUN ? null : FIRST_RUN
  return path === FIRST_RUN ? '/login' : null
}

/** Whether a call is one of the specification, which lets calls carry other parameters. */
const isSpecified = (method: string, path: string) => CALLS[callKey(method, path)]?.specified ?? false

/** Texts of the API's document, loaded on the first request for it. */
async function apiWords(): Promise<Words> {
  const [{ SCHEMAS }, { MEANINGS }, { EXAMPLES }, { TAGS }, { WEBHOOK_MESSAGES }] = await Promise.all([
    import('#contract/api/schemas.ts'),
    import('#contract/api/meanings.ts'),
    import('#contract/api/examples.ts'),
    import('#contract/api/tags.ts'),
    import('#contract/integrations/webhook-messages.ts'),
  ])
  const messages = { tag: 'Webhook', all: WEBHOOK_MESSAGES }
  return { calls: CALLS, callKey, schemas: SCHEMAS, meanings: MEANINGS, examples: EXAMPLES, messages, tags: TAGS }
}

/** Adds to each route the keys and rights that its call declares. */
function declareNeeds(app: App): void {
  app.addHook('onRoute', (route) => {
    const [method = ''] = [route.method].flat()
    const needs = { scopes: scopesOfCall(method, route.url), stepUp: stepUpOf(method, route.url) }
    route.config = { ...route.config, ...needs }
  })
}

interface Parts {
  limits: Limits
  times: LiveTimes
  web: WebPage | null
  sessionSeen: SessionSeen
}

/**
 * Records the position of the database's log when a session wrote, so that replicas behind it are not asked.
 */
function markWrites(app: App, services: Services): void {
  app.addHook('onSend', async (request, reply) => {
    const { writes, transient } = request.routeOptions.config
    const reading = request.method === 'GET' && !writes
    if (request.session && !reading && !transient && reply.statusCode < 400)
      await markWrite(services, request.session.id)
  })
}

/** Everything below /api. Every call needs a token unless its route is marked public. */
const api =
  (services: Services, { limits, times, web, sessionSeen }: Parts) =>
  async (scope: FastifyInstance) => {
    const app = scope.withTypeProvider<ZodTypeProvider>() as App // the same type by name
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('cache-control', 'no-store').header('x-request-id', request.id)
      if (web) reply.header(BUILD_HEADER, web.build)
      done()
    })
    answerUnknownRoutes(app, scope)
    limitHandlers(scope, limits.handlerMs)
    app.decorateRequest('session', null)
    app.decorateRequest('ahead', null)
    const reads = createReads(services)
    app.decorateRequest('read', function (this: FastifyRequest, work) {
      return reads(this.session, work)
    } as FastifyRequest['read']) // generic, which decorateRequest does not infer
    declareNeeds(app)
    tellWays(app, services, handleErrors(services.config.timeZone))
    const takeCall = createLocalLimit(services.config.apiKeyCallsPerMinute, 60, 'Too many calls with this API key')
    app.decorateRequest('takeCalls', async function (this: FastifyRequest, more: number) {
      if (this.session?.apiKeyId && more > 0) await takeCall(String(this.session.apiKeyId), more)
    })
    app.addHook('onRequest', async (request, reply) => {
      request.session = await openSession(services, request)
      if (request.session?.apiKeyId) await takeCall(String(request.session.apiKeyId))
      requireAccess(request, request.session, services.config)
      if (request.session) sessionSeen(request, reply)
    })
    refuseUnknownParameters(app, isSpecified)
    if (services.readPool) markWrites(app, services)
    takeJson(app, limits)
    keepSentBodies(app)
    await takeForms(app, limits)
    await apiDocs(app, apiWords)
    takeLongTextsInTurn(app)
    calls(app, services, { limits, times })
  }

/** All calls, room by room. */
function calls(app: App, services: Services, { limits, times }: Pick<Parts, 'limits' | 'times'>): void {
  systemRoutes(app, services)
  sessionRoutes(app, services)
  signInRoutes(app, services)
  orderRoutes(app, services)
  eventRoutes(app, services)
  noteRoutes(app, services)
  paperRoutes(app, services)
  freeTimeRoutes(app, services)
  arrivalRoutes(app, services)
  releaseRoutes(app, services)
  trackingRoutes(app, services)
  handOverRoutes(app, services)
  notificationRoutes(app, services)
  liveRoutes(app, services, { ...times, lingerMs: limits.lingerMs })
  clientRoutes(app, services)
  quoteRoutes(app, services)
  rateRoutes(app, services)
  offerRoutes(app, services)
  referenceRoutes(app, services)
  sailingRoutes(app, services)
  dateChangeRoutes(app, services)
  carrierEventRoutes(app, services)
  runRoutes(app, services)
  importRoutes(app, services)
  reportRoutes(app)
  attentionRoutes(app, services)
  deliveryRoutes(app, services)
  templateRoutes(app, services)
  mailRoutes(app, services)
  mailInRoutes(app, services)
  madeDocumentRoutes(app, services)
  auditRoutes(app, services)
  integrationRoutes(app, services)
  staffRoutes(app, services)
  dcsaRoutes(app)
  draftRoutes(app, services)
  mcpRoutes(app, services)
  viewRoutes(app, services, VIEW_COUNTERS)
  blogRoutes(app, services)
  searchRoutes(app, services)
}
