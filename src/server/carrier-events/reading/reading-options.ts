import type { CodeMapping } from '#contract/carrier-events/carrier-events.ts'

export interface ReadingOptions {
  /** When it is read, in ms: nothing is said later, and nothing far later can happen. */
  now: number
  /** The sender's own codes; they win over the table. */
  mapping?: CodeMapping | null
}
