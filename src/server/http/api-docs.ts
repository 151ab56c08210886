import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import packageFile from '#package' with { type: 'json' }
import type { App } from './app-types.ts'

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

/** The page's files stand beside `/api/docs/`: without the slash, a browser would look for them one folder up. */
function addSlash(page: FastifyInstance): void {
  page.addHook('onRequest', (request, reply, done) => {
    const [path = '', query] = request.url.split('?', 2)
    if (path.endsWith('/docs')) reply.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/${query ? `?${query}` : ''}`)
    else done()
  })
}

/** Serves OpenAPI at /api/openapi.json and a readable page at /api/docs, both without a token. Register before the routes. */
export async function apiDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quayside',
        version: packageFile.version,
        description:
          'Every reply is { code, message, data }; the HTTP status equals code. Send the token as header user-token.',
      },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'user-token' } } },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
  })
  await app.register(async (page) => {
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    addSlash(page)
    await page.register(swaggerUi, { routePrefix: '/docs', staticCSP: PAGE_POLICY, uiConfig: { docExpansion: 'none' } })
  })
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger() as never) // no response schema
}
