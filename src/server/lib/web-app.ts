import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { newNonce, pagePolicy, setPolicy } from './security.ts'

const FOLDER = join(process.cwd(), 'dist', 'web')
const NONCE = '__CSP_NONCE__'

/** The built web app: hashed files for a year, every other path gets the page that routes by itself. */
export async function webApp(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(FOLDER, 'index.html'))) return
  const page = readFileSync(join(FOLDER, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: FOLDER,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['index.html*', '**/*.gz', '**/*.br'],
    immutable: true,
    maxAge: '365d',
    setHeaders: (response, path) => {
      if (!path.includes('/assets/')) response.header('cache-control', 'public, max-age=3600')
    },
  })
  const sendPage = (reply: FastifyReply) => {
    const nonce = newNonce()
    return setPolicy(reply, pagePolicy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE, nonce))
  }
  app.get('/', (_request, reply) => sendPage(reply))
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const page =
      request.method === 'GET' && !/^\/(api|assets|site|images)(\/|$)/i.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path)
    if (page) return sendPage(reply)
    return reply.code(404).send({ code: 404, message: 'Not found', data: null })
  })
}
