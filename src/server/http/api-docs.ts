import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import packageFile from '#package' with { type: 'json' }
import type { Route } from '#server/http/description/asked.ts'
import type { App } from './app-types.ts'
import type { Words } from './description/describe-api.ts'
import { isUnchanged, type KeptAnswer, keepAnswer, sendKept } from './kept-answer.ts'
import { addressKey } from './security/address-key.ts'
import { createLocalLimit } from './security/rate-limits.ts'

/**
 * The page's policy without `upgrade-insecure-requests`, which would fetch the page's files by HTTPS from a
 * server that speaks HTTP.
 */
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

/**
 * Adds the slash: the page's files are below `/api/docs/`, and without it a browser looks for them one folder
 * up.
 */
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

/** The folder of the page's files, and the names of the large ones. */
const FILES = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static')
const FILE = /\/docs\/static\/(swagger-ui(?:-bundle|-standalone-preset)?\.js|swagger-ui\.css)(?:\?|$)/

/** Large answers that anybody may ask for, made on the first request. */
function createLarge() {
  const known = new Map<string, Promise<KeptAnswer>>()
  /** Calls in a minute from one address: uncompressed answers have megabytes. */
  const limit = createLocalLimit(120, 60, 'Too many requests for the document of the API')
  return async (request: FastifyRequest, reply: FastifyReply, name: string, make: () => Promise<KeptAnswer>) => {
    const kept = known.get(name) ?? make()
    known.set(name, kept)
    kept.catch(() => known.delete(name))
    if (!isUnchanged(request, await kept)) await limit(addressKey(request.ip))
    return sendKept(request, reply, await kept)
  }
}

/**
 * Serves OpenAPI at /api/openapi.json and a readable page at /api/docs, both without a token. Register before
 * the routes. The document is made and compressed, and its modules loaded, on the first request; so are the
 * files of the page.
 */
export async function apiDocs(app: App, words: () => Promise<Words>): Promise<void> {
  const routes = collectRoutes(app)
  const send = createLarge()
  const make = async () => {
    const [{ describeApi }, known] = await Promise.all([import('./description/describe-api.ts'), words()])
    const text = JSON.stringify(await describeApi(routes, packageFile.version, known))
    return keepAnswer('application/json; charset=utf-8', text)
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
    page.addHook('onRequest', async (request, reply) => {
      const [, file] = FILE.exec(request.url) ?? []
      if (file === undefined) return
      const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
      return send(request, reply, file, async () =>
        keepAnswer(`${type}; charset=utf-8`, await readFile(join(FILES, file))),
      )
    })
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGE_POLICY,
      // `urls`, not `url`: the page's plugin puts the address of its own, empty document there.
      uiConfig: { docExpansion: 'none', urls: [{ url: '/api/openapi.json', name: 'Quayside' }] },
    })
  })
  app.get(
    '/openapi.json',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) =>
      // The route has no response schema, so the types know of none.
      send(request, reply as unknown as FastifyReply, 'openapi.json', make) as never,
  )
}
