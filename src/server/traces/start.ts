import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type IdGenerator, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { installSpans, type Spans } from './spans.ts'
import { traceStatements } from './statements.ts'
import { readTraceParent, traceParentText } from './trace-parent.ts'

// This module is loaded only where traces are sent: the libraries take memory and time.

interface Tracing {
  /** Address that traces go to, without /v1/traces. */
  endpoint: string
  service: string
  version: string
  /** Whether a request comes from one of our own programs, whose `traceparent` is believed. */
  trusted: (raw: IncomingMessage) => boolean
}

const newTraceId = () => randomBytes(16).toString('hex')

interface Begun {
  traceId: string
  parent: Context
  span?: Span
}

/**
 * Generates the ids of spans. Trace ids are chosen before their first span begins: a request has its id
 * earlier.
 */
class ChosenIds implements IdGenerator {
  chosen: string | null = null
  generateTraceId(): string {
    const { chosen } = this
    this.chosen = null
    return chosen ?? newTraceId()
  }
  generateSpanId = () => randomBytes(8).toString('hex')
}

const remoteParent = (text: unknown): Context => {
  const parent = readTraceParent(text)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}

/** Marks a span as failed by the kind of the failure; its message may contain values. */
const markFailed = (span: Span, error: unknown) =>
  span
    .setStatus({ code: SpanStatusCode.ERROR })
    .setAttribute('error.type', error instanceof Error ? error.name : 'error')

/** Begins to send traces by OTLP over HTTP. Returns the function that sends the rest and stops it. */
export function startTracing({ endpoint, service, version, trusted }: Tracing): () => Promise<void> {
  const ids = new ChosenIds()
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const resource = resourceFromAttributes({ 'service.name': service, 'service.version': version }).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const provider = new NodeTracerProvider({
    resource,
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  // We read the caller's headers ourselves, since not everyone is believed.
  provider.register({ propagator: null })
  const tracer = provider.getTracer(service, version)
  const requests = new WeakMap<IncomingMessage, Begun>()
  installSpans(spansOf({ tracer, ids, requests, trusted }))
  const stopStatements = traceStatements(tracer)
  return async () => {
    installSpans(null)
    stopStatements()
    await provider.shutdown().catch(() => {})
    trace.disable()
    context.disable()
  }
}

interface Parts extends Pick<Tracing, 'trusted'> {
  tracer: ReturnType<NodeTracerProvider['getTracer']>
  ids: ChosenIds
  requests: WeakMap<IncomingMessage, Begun>
}

const spansOf = ({ tracer, ids, requests, trusted }: Parts): Spans => ({
  requestId(raw) {
    const parent = trusted(raw) ? remoteParent(raw.headers.traceparent) : ROOT_CONTEXT
    const traceId = trace.getSpanContext(parent)?.traceId ?? newTraceId()
    requests.set(raw, { traceId, parent })
    return traceId
  },
  begin(raw, method, goOn) {
    const begun = requests.get(raw)
    if (!begun) return goOn()
    ids.chosen = begun.traceId
    const attributes = { 'http.request.method': method }
    begun.span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, begun.parent)
    ids.chosen = null
    context.with(trace.setSpan(begun.parent, begun.span), goOn)
  },
  end(raw, { route, status }) {
    const span = requests.get(raw)?.span
    if (!span) return
    span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
    span.updateName(`${raw.method} ${route}`)
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  },
  run(name, facts, work, parent) {
    const from = parent === null ? context.active() : remoteParent(parent)
    const span = tracer.startSpan(name, { attributes: facts }, from)
    return context.with(trace.setSpan(from, span), async () => {
      try {
        return await work()
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        span.end()
      }
    })
  },
  current() {
    const now = trace.getSpanContext(context.active())
    return now ? traceParentText(now) : null
  },
})
