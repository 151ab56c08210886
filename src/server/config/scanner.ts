import { pingScanner, type Scanner, scanFile } from '#server/files/clamd.ts'
import { createTurns } from '#server/http/queues/turns.ts'
import type { Config } from './config.ts'

/**
 * Files that an instance scans at the same time, and how many more wait: most of their bytes are in memory.
 */
const SCANS = { atOnce: 4, waiting: 8 }
/** Milliseconds for the scanner to answer a ping. */
const PING = { silence: 2_000, longest: 2_000 }

/** The scanner at SCAN_SOCKET; null without one, when nothing is scanned. */
export function openScanner({ scanSocket: at }: Pick<Config, 'scanSocket'>): Scanner | null {
  if (at === undefined) return null
  const inTurn = createTurns(SCANS)
  return { scan: (data, caller) => inTurn(caller, () => scanFile(at, data)), check: () => pingScanner(at, PING) }
}
