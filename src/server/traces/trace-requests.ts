import type { FastifyInstance } from 'fastify'
import { installedSpans } from './spans.ts'

/** Gives each request a span, if traces are switched on: everything it causes is within it. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, method }, _reply, done) => {
    const spans = installedSpans()
    if (spans) spans.begin(raw, method, done)
    else done()
  })
  app.addHook('onResponse', ({ raw, routeOptions }, { statusCode }, done) => {
    // The span has the route, not the address, which may contain secrets.
    installedSpans()?.end(raw, { route: routeOptions.url ?? 'none', status: statusCode })
    done()
  })
}
