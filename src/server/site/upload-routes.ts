import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { WRONG_TYPE } from '#contract/orders/set-event.ts'
import { type Actor, type App, actorOf } from '#server/http/app-types.ts'
import { asAppError } from '#server/http/error-handler.ts'
import { takeForms } from '#server/http/forms.ts'
import { LIMITS, type Limits, UPLOAD } from '#server/http/limits.ts'
import { answerUnknown } from '#server/http/methods.ts'
import { createTurns } from '#server/http/queues/turns.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { limitHandlers } from '#server/http/security/limit-connections.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import { setPolicy } from '#server/http/security/security.ts'
import { CAME_TOO_LATE, type OpenedLink, openLink, renewLink, takeUpload } from '#server/papers/upload-links.ts'
import type { Services } from '#server/services.ts'
import { checkReceived, lookInto, type ReceivedFile, withReceivedFiles } from './receive-files.ts'
import { CHOOSE_FILE, deadPage, renewedPage, type Sent, uploadMessage, uploadPage } from './upload-page.ts'
import { UPLOAD_SCRIPT, UPLOAD_STYLE } from './upload-style.ts'

/** The one page with a script of its own, which shows the progress. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * A file that is too large ends itself, not the form. As an object: the types of the option are those of the
 * form's registration.
 */
const GOES_ON: object = { throwFileSizeLimit: false }

/** Files that fit are kept although others are too large, so more may come than is taken. */
const FORM = { ...UPLOAD, bodyLimit: 4 * LIMITS.uploadBytes }

interface OfLink {
  Params: { token: string }
}

/** The secret of the link in the address; undefined without one. */
const tokenOf = (params: unknown): string | undefined => {
  const token: unknown = Object(params).token
  return typeof token === 'string' ? token : undefined
}

const send = (reply: FastifyReply, page: string, status = 200) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)

const unknown = (reply: FastifyReply) =>
  send(
    reply,
    uploadMessage('This link does not work', 'Please open it from the email again, or get in touch with us.'),
    404,
  )

/**
 * The pages on which clients upload what they were asked for, by the secret of a link: nobody logs in, and
 * nothing else of the order is shown. Served whatever serves the other public pages.
 */
export const uploadPages =
  (services: Services, limits: Limits) =>
  async (app: FastifyInstance): Promise<void> => {
    limitHandlers(app, limits.handlerMs)
    app.addHook('onRequest', async (_request, reply) => {
      setPolicy(reply, POLICY).header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    })
    app.setErrorHandler((error: FastifyError | Error, request, reply) => {
      const known = asAppError(error, request)
      // A client who sent files has the page with the documents to go back to; one who opened that page has
      // no other.
      const token = request.method === 'POST' ? tokenOf(request.params) : undefined
      if (known) {
        const message = uploadMessage('The upload did not work', known.message, token)
        return send(reply.headers(known.headers), message, known.status)
      }
      request.log.error({ err: error }, 'upload page failed')
      return send(reply, uploadMessage('Server error.', `Please try again. Error ID: ${request.id}`, token), 500)
    })
    answerUnknown(app, (_request, reply) => unknown(reply))
    // The cast: the same app; forms know nothing of its types.
    await takeForms(app as unknown as App, limits)
    // What a button without fields sends.
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, null),
    )
    const files = { css: ['text/css', UPLOAD_STYLE], js: ['text/javascript', UPLOAD_SCRIPT] } as const
    for (const [extension, [type, content]] of Object.entries(files))
      app.get(`/page.${extension}`, (_request, reply) =>
        reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(content),
      )
    linkPages(app, services)
    renewalPage(app, services)
  }

/** The page of a link, and what is sent by it. */
function linkPages(app: FastifyInstance, services: Services): void {
  const { db, pool, config } = services
  const looks = createLimit(pool, 'upload-page', 120, 60)
  const uploads = createLimit(pool, 'upload', 60, 600)
  const take = createTaking(services)
  const shown = (reply: FastifyReply, token: string, link: OpenedLink | null, sent: readonly Sent[] | null = null) => {
    if (!link) return unknown(reply)
    if (link.state === 'live') return send(reply, uploadPage(token, link, sent, config.timeZone))
    return send(reply, deadPage(token, link, sent ?? []), sent?.length ? 200 : 410)
  }

  app.get<OfLink>('/:token', async (request, reply) => {
    await looks.take(addressKey(request.ip))
    const { token } = request.params
    return shown(reply, token, await openLink(db, token))
  })

  app.post<OfLink>('/:token', FORM, async (request, reply) => {
    await uploads.take(addressKey(request.ip))
    const { token } = request.params
    const link = await openLink(db, token)
    if (link?.state !== 'live') return shown(reply, token, link)
    if (!request.isMultipart()) return send(reply, uploadMessage('The upload did not work', CHOOSE_FILE), 415)
    const sent = await withReceivedFiles(request.parts(GOES_ON), async (received) => {
      const actor = actorOf(request)
      const looked = await lookInto(services, received, actor)
      const taken: Sent[] = []
      for (const file of looked) taken.push(await take({ token, link, file }, actor))
      return taken
    })
    return shown(reply, token, await openLink(db, token), sent)
  })
}

/**
 * Takes received files, two at a time however many people send some: an order is not locked for long, and
 * staff do not wait.
 */
function createTaking(services: Services) {
  const inTurn = createTurns({ atOnce: 2, waiting: 1_000 })
  return async (
    { token, link, file }: { token: string; link: OpenedLink; file: ReceivedFile },
    actor: Actor,
  ): Promise<Sent> => {
    const { paperId, name, file: data } = file
    if (data === null) return { paperId, name, problem: file.problem }
    const problem = await inTurn(link.id, async () => {
      const read = await checkReceived(name, data)
      if (!read) return WRONG_TYPE
      const taken = await takeUpload(services, { token, link, paperId, file: read }, actor)
      return taken ? null : CAME_TOO_LATE
    })
    return { paperId, name, problem }
  }
}

/** Mails a new link to the address of one that does not work any more. */
function renewalPage(app: FastifyInstance, services: Services): void {
  const renewals = createLimit(services.pool, 'upload-link', 20, 3600)
  app.post<OfLink>('/:token/new-link', async (request, reply) => {
    await renewals.take(addressKey(request.ip))
    const { token } = request.params
    const renewal = await services.db
      .transaction()
      .execute((tx) => renewLink(tx, services, { token }, actorOf(request)))
    return send(reply, renewedPage(renewal), renewal === 'dead' ? 404 : 200)
  })
}
