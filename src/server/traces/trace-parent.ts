/** A position in a trace that began elsewhere. */
export interface TraceParent {
  traceId: string
  spanId: string
  traceFlags: number
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Reads a `traceparent` as W3C Trace Context has it; null for anything that a reader must ignore. */
export function readTraceParent(text: unknown): TraceParent | null {
  const [, version = '', traceId = '', spanId = '', flags = '', more] =
    FORM.exec(typeof text === 'string' ? text : '') ?? []
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 }
}

/** The text of a `traceparent`. */
export const traceParentText = ({ traceId, spanId, traceFlags }: TraceParent): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
