import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import packageFile from '#package' with { type: 'json' }
import type { App } from './app-types.ts'
import type { Route, Words } from './description/describe-api.ts'

/** Leaves out `upgrade-insecure-requests`, which would fetch the page's files by HTTPS from a server that speaks HTTP. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page's files are below `/api/docs/`. Without the slash, a browser looks for them one folder up. */
function addSlash(page: FastifyInstance): void {
  page.addHook('onRequest', (request, reply, done) => {
    const [path = '', query] = request.url.split('?', 2)
    if (path.endsWith('/docs')) reply.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/${query ? `?${query}` : ''}`)
    else done()
  })
}

/** The routes below this app that callers may know, in the order in which they are registered. */
function collectRoutes(app: App): Route[] {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (!schema || schema.hide) return
    for (const each of [method].flat()) routes.push({ method: each, url, schema, config })
  })
  return routes
}

/**
 * Serves OpenAPI at /api/openapi.json and a readable page at /api/docs, both without a token. Register before the routes. The
 * document is made on the first request, and what makes it is loaded then.
 */
export async function apiDocs(app: App, words: () => Promise<Words>): Promise<void> {
  const routes = collectRoutes(app)
  let text: Promise<string> | null = null
  const make = async () => {
    const [{ describeApi }, known] = await Promise.all([import('./description/describe-api.ts'), words()])
    return JSON.stringify(describeApi(routes, packageFile.version, known))
  }
  // The page needs this plugin, but reads our own document.
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } },
  })
  await app.register(async (page) => {
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    addSlash(page)
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGE_POLICY,
      // Not `url`: the page's plugin puts the address of its own, empty document there.
      uiConfig: { docExpansion: 'none', urls: [{ url: '/api/openapi.json', name: 'Quayside' }] },
    })
  })
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    text ??= make().catch((error) => {
      text = null
      throw error
    })
    return reply.type('application/json; charset=utf-8').send((await text) as never) // no response schema
  })
}
