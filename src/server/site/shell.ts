import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asAppError } from '#server/http/error-handler.ts'
import type { Limits } from '#server/http/limits.ts'
import { answerUnknown } from '#server/http/methods.ts'
import { limitHandlers } from '#server/http/security/limit-connections.ts'
import { setPolicy } from '#server/http/security/security.ts'

/** What a group of public pages says for itself. */
interface Shell {
  /** Its Content-Security-Policy. */
  policy: string
  /** Further headers of each answer. */
  headers: (request: FastifyRequest) => Record<string, string>
  /** The page that says why something did not work. */
  message: (title: string, text: string, request: FastifyRequest) => string
  /** The title of that page where the reason is known. */
  failed: string
  /** The page for an address without one. */
  missing: string
}

/** Answers with a page. */
export const send = (reply: FastifyReply, page: string, status = 200) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)

/** Serves a text, such as a style sheet, that browsers may keep for an hour. */
export const serveText = (app: FastifyInstance, path: string, type: string, text: string) =>
  app.get(path, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(text),
  )

/**
 * Prepares an app for public pages: limits, headers and what goes wrong. Returns the answer for a page that
 * is not there.
 */
export function shell(
  app: FastifyInstance,
  { handlerMs }: Pick<Limits, 'handlerMs'>,
  { policy, headers, message, failed, missing }: Shell,
): (reply: FastifyReply) => FastifyReply {
  const sendMissing = (reply: FastifyReply) => send(reply, missing, 404)
  limitHandlers(app, handlerMs)
  app.addHook('onRequest', async (request, reply) => {
    setPolicy(reply, policy).headers(headers(request))
  })
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const known = asAppError(error, request)
    if (known) return send(reply.headers(known.headers), message(failed, known.message, request), known.status)
    request.log.error({ err: error }, 'page failed')
    return send(reply, message('Server error.', `Please try again. Error ID: ${request.id}`, request), 500)
  })
  answerUnknown(app, (_request, reply) => sendMissing(reply))
  return sendMissing
}
