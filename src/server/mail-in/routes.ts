import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { ACCESS_DENIED, Role } from '#contract/accounts/session.ts'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { inboxes, TRY_INBOX_PATH, triedInbox } from '#contract/mail-in/inboxes.ts'
import {
  fileMailFileInput,
  linkMailInput,
  MAIL_IN_PATH,
  mailFile,
  mailIn,
  mailThread,
  NOT_A_MAIL,
  orderMail,
  RFC822,
  replied,
  replyInput,
  snoozeMailInput,
  takenMail,
  unlinkMailInput,
} from '#contract/mail-in/mail-in.ts'
import { MOST_RAW_BYTES } from '#contract/mail-in/mail-in-codes.ts'
import { AppError, forbidden, invalid, protocolMessage } from '#server/errors.ts'
import { attachment, DOWNLOAD_POLICY } from '#server/files/attachment.ts'
import { type App, actorOf, forAdministrators } from '#server/http/app-types.ts'
import { requireScope, sessionOf } from '#server/http/auth.ts'
import { DOWNLOAD, UPLOAD } from '#server/http/limits.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { crudRoutes } from '#server/resource/crud.ts'
import { listQuerystring, parseListQuery } from '#server/resource/paginate.ts'
import { queryFlag } from '#server/resource/query-flag.ts'
import type { Services } from '#server/services.ts'
import { claimMail, closeMail, ignoreMail, releaseMail, reopenMail, snoozeMail } from './change-mail.ts'
import { inboxStore } from './inbox-store.ts'
import { linkMail, unlinkMail } from './link-mail.ts'
import { listRoute } from './list-route.ts'
import { fileMailFile, ignoreMailFile, openMailFile, openRaw } from './mail-files.ts'
import { tryInbox } from './mailbox/try-inbox.ts'
import { mailsOfOrder, mailsOfThread } from './order-mails.ts'
import { readMailIn } from './read-mail-in.ts'
import { replyToMail } from './reply.ts'
import { takeMail } from './take-mail.ts'

const tags = ['Incoming mail']
const params = z.object({ id: pathId })
const fileParams = z.object({ id: pathId, fid: pathId })
const one = `/${MAIL_IN_PATH}/:id`
const response = { 200: envelope(mailIn) }

export function mailInRoutes(app: App, services: Services): void {
  listRoute(app)
  readRoutes(app, services)
  verbRoutes(app, services)
  fileRoutes(app, services)
  rawRoute(app, services)
  forAdministrators(app, (admin) => inboxRoutes(admin, services))
}

function readRoutes(app: App, services: Services): void {
  const pictures = z.string().optional().describe('1: with the pictures on other servers.')
  app.get(one, { schema: { tags, params, querystring: z.object({ pictures }), response } }, async (request) => {
    const withPictures = queryFlag(request.query, 'pictures') ?? false
    return ok(await request.read((from) => readMailIn(from, request.params.id, { pictures: withPictures })))
  })
  app.get(`${one}/thread`, { schema: { tags, params, response: { 200: envelope(mailThread) } } }, async (request) =>
    ok(await request.read((from) => mailsOfThread(from, services, request.params.id))),
  )
  app.get(
    '/request/booking/:id/mails',
    {
      schema: {
        tags,
        params,
        querystring: listQuerystring({ searched: false }),
        response: { 200: envelope(listOf(orderMail)) },
      },
    },
    async (request) => {
      const query = parseListQuery(request.query, [])
      return ok(await request.read((from) => mailsOfOrder(from, services, { ...query, orderId: request.params.id })))
    },
  )
}

/** What is done with a mail: each call answers it as it is then. */
function verbRoutes(app: App, services: Services): void {
  const schema = { tags, params, response }
  const simple = { claim: claimMail, release: releaseMail, close: closeMail, ignore: ignoreMail, reopen: reopenMail }
  for (const [verb, work] of Object.entries(simple))
    app.post(`${one}/${verb}`, { schema }, async (request) => ok(await run(request, services, work, request.params)))
  app.post(`${one}/snooze`, { schema: { ...schema, body: snoozeMailInput } }, async (request) =>
    ok(await run(request, services, snoozeMail, { ...request.body, ...request.params })),
  )
  app.post(`${one}/link`, { schema: { ...schema, body: linkMailInput } }, async (request) =>
    ok(await run(request, services, linkMail, { ...request.body, ...request.params })),
  )
  app.post(`${one}/unlink`, { schema: { ...schema, body: unlinkMailInput } }, async (request) =>
    ok(await run(request, services, unlinkMail, { ...request.body, ...request.params })),
  )
  app.post(
    `${one}/reply`,
    { config: { once: true }, schema: { tags, params, body: replyInput, response: { 200: envelope(replied) } } },
    async (request) => {
      // An event is more than a mail: a key that only answers mail must not set one.
      if (request.body.eventId !== null) requireScope(request, 'orders:write')
      return ok(await run(request, services, replyToMail, { ...request.body, ...request.params }))
    },
  )
}

function fileRoutes(app: App, services: Services): void {
  app.get(
    `${one}/raw`,
    { ...DOWNLOAD, config: { documented: { download: [RFC822] } }, schema: { tags, params } },
    async (request, reply) => {
      const { id } = request.params
      const { stream, size } = await openRaw(services, id)
      return reply
        .header('content-security-policy', DOWNLOAD_POLICY)
        .header('content-disposition', attachment(`mail-${id}.eml`))
        .header('content-length', size)
        .type(RFC822)
        .send(stream as never) // the route has no response schema
    },
  )
  app.get(
    `${one}/files/:fid/download`,
    {
      ...DOWNLOAD,
      config: { documented: { download: ['application/octet-stream'] } },
      schema: { tags, params: fileParams },
    },
    async (request, reply) => {
      const { stream, name, contentType, size } = await openMailFile(services, request.params)
      return reply
        .header('content-security-policy', DOWNLOAD_POLICY)
        .header('content-disposition', attachment(name))
        .header('content-length', size)
        .type(contentType)
        .send(stream as never) // the route has no response schema
    },
  )
  const schema = { tags, params: fileParams, response: { 200: envelope(mailFile) } }
  app.post(
    `${one}/files/:fid/file`,
    { config: { once: true }, schema: { ...schema, body: fileMailFileInput } },
    async (request) => ok(await run(request, services, fileMailFile, { ...request.body, ...request.params })),
  )
  app.post(`${one}/files/:fid/ignore`, { schema }, async (request) =>
    ok(await run(request, services, ignoreMailFile, request.params)),
  )
}

/** The bytes of a mail. Throws 413; one that says its length was refused before. */
async function wholeMail(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MOST_RAW_BYTES) throw new AppError(413, protocolMessage(413))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The call that brings a mail, in a scope of its own: no other call reads such a body. */
function rawRoute(app: App, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(RFC822, (_request: unknown, body: IncomingMessage) => wholeMail(body))
    // The cast: the same app by name.
    const raw = scope as unknown as App
    raw.post(
      `/${MAIL_IN_PATH}/raw`,
      {
        ...UPLOAD,
        bodyLimit: MOST_RAW_BYTES,
        // Keys are those of administrators, and may have the scope; other staff may not bring mail.
        onRequest: async (request) => {
          const { roles, scopes } = sessionOf(request)
          if (scopes === null && !roles.includes(Role.ADMIN)) throw forbidden(ACCESS_DENIED)
        },
        config: { documented: { raw: RFC822 } },
        schema: { tags, response: { 200: envelope(takenMail) } },
      },
      async (request) => {
        const { body } = request as { body: unknown }
        if (!Buffer.isBuffer(body)) throw new AppError(415, protocolMessage(415))
        if (body.length === 0) throw invalid({ body: NOT_A_MAIL })
        const { id, duplicate } = await takeMail(
          services,
          { raw: body, receivedAt: null, place: null },
          actorOf(request),
        )
        return ok({ ...(await readMailIn(services.db, id)), duplicate })
      },
    )
  })
}

function inboxRoutes(app: App, services: Services): void {
  crudRoutes(app, services.db, inboxes, inboxStore(services))
  app.post(
    `/${TRY_INBOX_PATH}/:id/try`,
    { schema: { tags: [inboxes.name], params, response: { 200: envelope(triedInbox) } } },
    async (request) => ok(await tryInbox(services, request.params.id)),
  )
}
