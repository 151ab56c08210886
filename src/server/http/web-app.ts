import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerUnknown } from './methods.ts'
import { newNonce, pagePolicy, setPolicy } from './security/security.ts'

const FOLDER = join(process.cwd(), 'dist', 'web')
const NONCE = '__CSP_NONCE__'
const BUILD = '__BUILD__'

/** The page of the web app, the name of its build and the folder of its files. */
export interface WebPage {
  page: string
  build: string
  folder: string
}

/** Reads the built page once, since a page needs the files of its own build; null without a build. */
export function readWebPage(folder = FOLDER): WebPage | null {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return null
  const page = readFileSync(file, 'utf8')
  const hash = createHash('sha256').update(page).digest('hex').slice(0, 12)
  const build = `${Math.floor(statSync(file).mtimeMs / 1000)}-${hash}`
  return { page: page.replaceAll(BUILD, build), build, folder }
}

/**
 * Files of the build with an address of their own: not its page, nor compressed copies, which go out in place
 * of their file.
 */
const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !/\.(gz|br)$/.test(entry.name))
    .map(({ name }) => name)

type NotFound = (reply: FastifyReply) => FastifyReply

/**
 * Sends the files of the build. Hashed ones share a route: a route for each took a sixth of the server's
 * start.
 */
async function sendFiles(app: FastifyInstance, { folder }: WebPage, notFound: NotFound): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (response, path) => {
      if (!path.includes('/assets/')) response.header('cache-control', 'public, max-age=3600')
    },
  })
  const hashed = new Set(filesIn(join(folder, 'assets')))
  const sendHashed = ({ params }: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) =>
    hashed.has(params.name) ? reply.sendFile(`assets/${params.name}`) : notFound(reply)
  app.route({ method: ['GET', 'HEAD'], url: '/assets/:name', handler: sendHashed })
  for (const name of filesIn(folder))
    app.route({ method: ['GET', 'HEAD'], url: `/${name}`, handler: (_request, reply) => reply.sendFile(name) })
}

/**
 * Serves the built web app: hashed files cached for a year, and its page for every other path. `leads`
 * returns the address that a path of the app redirects to for now, if any.
 */
export const webApp =
  (web: WebPage | null, leads: (path: string) => Promise<string | null>) => async (app: FastifyInstance) => {
    const notFound: NotFound = (reply) => reply.code(404).send({ code: 404, message: 'Not found', data: null })
    if (!web) return answerUnknown(app, (_request, reply) => notFound(reply))
    await sendFiles(app, web, notFound)
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
