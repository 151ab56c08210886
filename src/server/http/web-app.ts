import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerUnknown } from './methods.ts'
import { newNonce, pagePolicy, setPolicy } from './security/security.ts'

const FOLDER = join(process.cwd(), 'dist', 'web')
const PAGE = join(FOLDER, 'index.html')
const NONCE = '__CSP_NONCE__'
const BUILD = '__BUILD__'

/** The page of the web app and the name of its build. */
export interface WebPage {
  page: string
  build: string
}

/** Reads the built page once, since a page needs the files of its own build; null without a build. */
export function readWebPage(): WebPage | null {
  if (!existsSync(PAGE)) return null
  const page = readFileSync(PAGE, 'utf8')
  const hash = createHash('sha256').update(page).digest('hex').slice(0, 12)
  const build = `${Math.floor(statSync(PAGE).mtimeMs / 1000)}-${hash}`
  return { page: page.replaceAll(BUILD, build), build }
}

/**
 * Serves the built web app: hashed files cached for a year, and its page for every other path. `leads`
 * returns the address that a path of the app redirects to for now, if any.
 */
export const webApp =
  (web: WebPage | null, leads: (path: string) => Promise<string | null>) => async (app: FastifyInstance) => {
    const notFound = (reply: FastifyReply) => reply.code(404).send({ code: 404, message: 'Not found', data: null })
    if (!web) return answerUnknown(app, (_request, reply) => notFound(reply))
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
        .send(web.page.replaceAll(NONCE, nonce))
    }
    const answerPage = (path: string, reply: FastifyReply) => {
      const answer = (elsewhere: string | null) =>
        elsewhere ? reply.header('cache-control', 'no-store').redirect(elsewhere) : sendPage(reply)
      // A database that does not answer redirects nowhere: the page says what is wrong.
      void leads(path).then(answer, () => sendPage(reply))
      return reply
    }
    app.get('/', (_request, reply) => answerPage('/', reply))
    answerUnknown(app, (request, reply) => {
      const [path = ''] = request.url.split('?', 1)
      const page =
        request.method === 'GET' && !/^\/(api|assets|site|images)(\/|$)/i.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path)
      if (page) return answerPage(path, reply)
      return notFound(reply)
    })
  }
