import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UNKNOWN_CALL } from '#contract/lib/messages.ts'
import type { App } from './app-types.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Answers requests that no route of this scope takes, without waiting for their bodies. */
export function answerUnknown(app: FastifyInstance, answer: Answer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply)
    else done()
  })
  app.setNotFoundHandler(answer)
}

/** Tells a wrong method (405, with Allow) from an unknown path (404). Register before the routes. */
export function answerUnknownRoutes(app: App, scope: FastifyInstance): void {
  const routes: { pattern: RegExp; method: string }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const source = url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z]+/g, '[^/]+')
    for (const each of [method].flat()) routes.push({ pattern: new RegExp(`^${source}$`), method: each })
  })
  answerUnknown(scope, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = [...new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method))]
    if (allowed.length === 0) return reply.code(404).send({ code: 404, message: UNKNOWN_CALL, data: null })
    return reply
      .code(405)
      .header('allow', allowed.join(', '))
      .send({ code: 405, message: `This call takes ${allowed.join(', ')} only`, data: null })
  })
}
