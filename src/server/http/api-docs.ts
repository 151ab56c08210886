import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import packageFile from '#package' with { type: 'json' }
import type { App } from './app-types.ts'

/** Serves Serves Serves OpenAPI at /api/openapi.json and a readable page at /api/docs, both without a token. Register before the routes. */
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
    await page.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { docExpansion: 'none' } })
  })
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger() as never) // no response schema
}
