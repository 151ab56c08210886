import { HELD_BACK_MS, PING_MS, STREAM_MS } from '#contract/live/live.ts'

/** Milliseconds; see the contract. */
export const LIVE_TIMES = { streamMs: STREAM_MS, pingMs: PING_MS, heldBackMs: HELD_BACK_MS } as const

/** The times with other values, for tests. */
export type LiveTimes = Record<keyof typeof LIVE_TIMES, number>
