import { setImmediate as nextTurn } from 'node:timers/promises'

const PIECE_MS = 10

/** A pause between pieces of long work on the main thread: others are answered after each 10 ms of it. */
export function createPauses(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < PIECE_MS) return
    await nextTurn()
    began = performance.now()
  }
}
