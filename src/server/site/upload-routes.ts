import type { FastifyInstance, FastifyReply } from 'fastify'
import { WRONG_TYPE } from '#contract/orders/set-event.ts'
import { type Actor, type App, actorOf } from '#server/http/app-types.ts'
import { takeForms } from '#server/http/forms.ts'
import { LIMITS, type Limits, UPLOAD } from '#server/http/limits.ts'
import { createTurns } from '#server/http/queues/turns.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import {
  CAME_TOO_LATE,
  type OpenedLink,
  openUploadLink,
  renewUploadLink,
  takeUpload,
} from '#server/papers/upload-links.ts'
import type { Services } from '#server/services.ts'
import { html } from './html.ts'
import { messagePage } from './layout.ts'
import { type OfLink, renewalPage, unknownLink } from './link-pages.ts'
import { checkReceived, lookInto, type ReceivedFile, withReceivedFiles } from './receive-files.ts'
import { send, serveText, shell } from './shell.ts'
import { CHOOSE_FILE, deadPage, type Sent, UPLOAD_RENEWED, uploadPage } from './upload-page.ts'
import { UPLOAD_SCRIPT, UPLOAD_STYLE } from './upload-style.ts'

/** The one page with a script of its own, which shows the progress. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const FAILED = 'The upload did not work'

/**
 * A file that is too large ends itself, not the form. As an object: the types of the option are those of the
 * form's registration.
 */
const GOES_ON: object = { throwFileSizeLimit: false }

/** Files that fit are kept although others are too large, so more may come than is taken. */
const FORM = { ...UPLOAD, bodyLimit: 4 * LIMITS.uploadBytes }

/** The secret of the link in the address; undefined without one. */
const tokenOf = (params: unknown): string | undefined => {
  const token: unknown = Object(params).token
  return typeof token === 'string' ? token : undefined
}

/**
 * The pages on which clients upload what they were asked for, by the secret of a link: nobody logs in, and
 * nothing else of the order is shown. Served whatever serves the other public pages.
 */
export const uploadPages =
  (services: Services, limits: Limits) =>
  async (app: FastifyInstance): Promise<void> => {
    const unknown = shell(app, limits, {
      policy: POLICY,
      headers: () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }),
      failed: FAILED,
      missing: unknownLink('upload'),
      // A client who sent files has the page with the documents to go back to; one who opened that page has
      // no other.
      message: (title, text, { method, params }) => {
        const token = method === 'POST' ? tokenOf(params) : undefined
        const back = token !== undefined && html`<p><a href="/site/upload/${token}">Back to the documents</a></p>`
        return messagePage({ title, personal: 'upload' }, text, back)
      },
    })
    // The cast: the same app; forms know nothing of its types.
    await takeForms(app as unknown as App, limits)
    // What a button without fields sends.
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, null),
    )
    serveText(app, '/page.css', 'text/css', UPLOAD_STYLE)
    serveText(app, '/page.js', 'text/javascript', UPLOAD_SCRIPT)
    linkPages(app, services, unknown)
    renewalPage(app, services, {
      path: '/:token',
      limit: 'upload-link',
      personal: 'upload',
      renew: renewUploadLink,
      words: UPLOAD_RENEWED,
    })
  }

/** The page of a link, and what is sent by it. */
function linkPages(app: FastifyInstance, services: Services, unknown: (reply: FastifyReply) => FastifyReply): void {
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
    return shown(reply, token, await openUploadLink(db, token))
  })

  app.post<OfLink>('/:token', FORM, async (request, reply) => {
    await uploads.take(addressKey(request.ip))
    const { token } = request.params
    const link = await openUploadLink(db, token)
    if (link?.state !== 'live') return shown(reply, token, link)
    if (!request.isMultipart()) return send(reply, messagePage({ title: FAILED, personal: 'upload' }, CHOOSE_FILE), 415)
    const sent = await withReceivedFiles(request.parts(GOES_ON), async (received) => {
      const actor = actorOf(request)
      const looked = await lookInto(services, received, actor)
      const taken: Sent[] = []
      for (const file of looked) taken.push(await take({ token, link, file }, actor))
      return taken
    })
    return shown(reply, token, await openUploadLink(db, token), sent)
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
    const problem = await inTurn(link.shipments[0]?.id ?? 0, async () => {
      const read = await checkReceived(name, data)
      if (!read) return WRONG_TYPE
      const taken = await takeUpload(services, { token, link, paperId, file: read }, actor)
      return taken ? null : CAME_TOO_LATE
    })
    return { paperId, name, problem }
  }
}
