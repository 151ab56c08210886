import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Facts of a span: our own names and numbers, never anything that somebody sent or wrote. */
export type SpanFacts = Record<string, string | number>

/** Follows work through the server, if tracing is switched on. */
export interface Spans {
  /** The id of a new request: that of its trace. */
  requestId(raw: IncomingMessage): string
  /** Continues the request within its span. */
  begin(raw: IncomingMessage, method: string, goOn: () => void): void
  /** Ends the span of a request that was answered. */
  end(raw: IncomingMessage, facts: { route: string; status: number }): void
  run<T>(name: string, facts: SpanFacts, work: () => Promise<T>, parent: string | null): Promise<T>
  /** The current span as W3C `traceparent`; null outside of any span. */
  current(): string | null
}

let installed: Spans | null = null

/** Switches tracing on, or off with null. */
export function installSpans(spans: Spans | null): void {
  installed = spans
}

/** The installed spans; null while tracing is off. */
export const installedSpans = (): Spans | null => installed

/** The id of a new request. */
export const newRequestId = (raw: IncomingMessage): string => installed?.requestId(raw) ?? randomUUID()

/**
 * Does this work in a span of its own: a child of `parent`, a `traceparent`, where the work was caused
 * elsewhere.
 */
export const inSpan = <T>(
  name: string,
  work: () => Promise<T>,
  { parent = null, ...facts }: { parent?: string | null } & Record<string, string | number | null> = {},
): Promise<T> => (installed ? installed.run(name, known(facts), work, parent) : work())

const known = (facts: Record<string, string | number | null>): SpanFacts =>
  Object.fromEntries(Object.entries(facts).filter((pair): pair is [string, string | number] => pair[1] !== null))

/** The current span, to be kept with work it causes; null while tracing is off. */
export const traceParent = (): string | null => installed?.current() ?? null
