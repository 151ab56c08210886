import { createServer } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import client from 'prom-client'
import { RESYNC_REASONS, type ResyncEvent } from '#contract/live/live.ts'
import { callerKind, isRefusal } from '#server/http/call-log.ts'
import { portOf } from '#server/http/port-of.ts'

/** A gauge counted in the database whenever the metrics are read: a value for each label. */
export interface CountedGauge {
  name: string
  help: string
  label: string
  read: () => Promise<Record<string, number>>
}

export interface Metrics {
  /** Records a finished request. */
  observe(request: FastifyRequest, reply: FastifyReply): void
  /** Counts a list, search or export by the database that served it. */
  countRead(from: 'primary' | 'replica'): void
  /** Counts one open stream of events more, or one less. */
  countStream(change: 1 | -1): void
  /** Counts the events that streams were sent. */
  countEvents(n: number): void
  /** Counts a stream that was told to read everything again. */
  countResync(reason: ResyncEvent['reason']): void
  /** Serves GET /metrics in Prometheus format. Returns the port. */
  listen(port: number, host: string): Promise<number>
  stop(): Promise<void>
}

/** Upper bounds of the latency buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

function poolGauges(registry: client.Registry, pool: pg.Pool): void {
  const connections = new client.Gauge({
    name: 'quayside_pool_connections',
    help: 'Connections of the database pool by state; waiting: requests waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** Registers a counted gauge. If counting fails, it is empty rather than stale. */
function countedGauge(registry: client.Registry, { name, help, label, read }: CountedGauge): void {
  const gauge = new client.Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      gauge.reset()
      const counted = await read().catch(() => ({}))
      for (const [value, n] of Object.entries(counted)) gauge.set({ [label]: value }, n)
    },
  })
}

/** Counters of open streams, their events, and those that missed changes. */
function liveCounts(registry: client.Registry): Pick<Metrics, 'countStream' | 'countEvents' | 'countResync'> {
  const streams = new client.Gauge({
    name: 'quayside_live_streams',
    help: 'Open streams of live changes',
    registers: [registry],
  })
  const events = new client.Counter({
    name: 'quayside_live_events_total',
    help: 'Events sent to streams of live changes, pings included',
    registers: [registry],
  })
  const resyncs = new client.Counter({
    name: 'quayside_live_resyncs_total',
    help: 'Streams told to read everything again, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of RESYNC_REASONS) resyncs.inc({ reason }, 0)
  return {
    countStream: (change) => streams.inc(change),
    countEvents: (n) => events.inc(n),
    countResync: (reason) => resyncs.inc({ reason }),
  }
}

/**
 * Metrics of this process for Prometheus (requests, latency, event loop, memory, pool) and the gauges counted
 * in the database.
 */
export function createMetrics(pool: pg.Pool, counted: readonly CountedGauge[]): Metrics {
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  poolGauges(registry, pool)
  for (const each of counted) countedGauge(registry, each)
  const seconds = new client.Histogram({
    name: 'quayside_request_seconds',
    help: 'Time to answer a request, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const reads = new client.Counter({
    name: 'quayside_reads_total',
    help: 'Lists, searches and exports by the database that served them; only with read replicas',
    labelNames: ['from'],
    registers: [registry],
  })
  for (const from of ['primary', 'replica']) reads.inc({ from }, 0)
  const refusals = new client.Counter({
    name: 'quayside_refused_calls_total',
    help: 'Calls answered 401, 403 or 429, by status and by what their caller is known: a session, a key, nobody',
    labelNames: ['status', 'by'],
    registers: [registry],
  })
  for (const by of ['session', 'key', 'nobody']) refusals.inc({ status: 403, by }, 0)
  const streams = liveCounts(registry)
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (request.method !== 'GET' || path !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return {
    observe(request, reply) {
      // The label is the route's pattern, never the path: requests from strangers must not create labels.
      const route = request.routeOptions.url ?? 'unknown'
      if (isRefusal(reply.statusCode)) refusals.inc({ status: reply.statusCode, by: callerKind(request) })
      seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    },
    countRead: (from) => reads.inc({ from }),
    ...streams,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject).listen(port, host, () => resolve(portOf(server)))
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
