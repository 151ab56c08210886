import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import pg from 'pg'
import { withoutValues } from './statement-text.ts'

const textOf = (statement: unknown): string => {
  const text = typeof statement === 'string' ? statement : Object(statement).text
  return typeof text === 'string' ? text : ''
}

type Query = (...args: unknown[]) => unknown
type Connect = (callback?: (...args: unknown[]) => void) => unknown

/** Gives each statement within a span a span of its own. Returns the function that stops it. */
export function traceStatements(tracer: Tracer): () => void {
  // The prototypes are the only place of the driver that all statements pass.
  const client = pg.Client.prototype as unknown as { query: Query }
  const pool = pg.Pool.prototype as unknown as { connect: Connect }
  const { query } = client
  const { connect } = pool

  client.query = function traced(this: unknown, ...args: unknown[]) {
    const text = trace.getActiveSpan() ? withoutValues(textOf(args[0])) : ''
    if (text === '') return query.apply(this, args)
    const name = text.split(' ', 1)[0] ?? ''
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
    const end = (error: unknown) => {
      if (error)
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(Object(error).code ?? 'error'))
      span.end()
    }
    const last = args.at(-1)
    if (typeof last === 'function') {
      const told = (error: unknown, ...rest: unknown[]) => {
        end(error)
        last(error, ...rest)
      }
      return query.apply(this, [...args.slice(0, -1), told])
    }
    const answer = query.apply(this, args)
    if (answer instanceof Promise) answer.then(() => end(null), end)
    else end(null)
    return answer
  }
  // A caller that waits for a connection continues in its own context, not in that of the one that gave it
  // back.
  pool.connect = function bound(this: unknown, callback) {
    return connect.call(this, callback && context.bind(context.active(), callback))
  }
  return () => {
    client.query = query
    pool.connect = connect
  }
}
