import { createOutageLog } from '#server/db/outage.ts'
import { listen } from '#server/db/tuning/transactions.ts'
import { KINDS } from '#server/run-kinds.ts'
import { RUN_WAITS } from '#server/runs/create-run.ts'
import { claimRun, workOn } from '#server/runs/work-run.ts'
import type { Services } from '#server/services.ts'
import { inSpan } from '#server/traces/spans.ts'

/**
 * Runs that an instance works on at once; each does one row after the other, so that single actions stay
 * quick.
 */
const AT_ONCE = 2
/**
 * Milliseconds after which a run gives way to a waiting one: a small run does not wait for the end of a large
 * one.
 */
const TURN_MS = 3_000
/** Milliseconds between looks for runs that other instances started, or left. */
const LOOK_MS = 5_000

/** Works on runs on this instance until stop(), which waits for the rows in hand. */
export function startRunner(services: Services): { stop(): Promise<void> } {
  const { db, log } = services
  const stopping = new AbortController()
  const inHand = new Set<Promise<void>>()
  const outage = createOutageLog(log, 'cannot look for runs')

  async function takeAll(): Promise<void> {
    while (inHand.size < AT_ONCE && !stopping.signal.aborted) {
      const id = await claimRun(db)
      if (id === null) return
      const work = inSpan('job run', () => workOn(services, KINDS, id, stopping.signal, TURN_MS), { runId: id })
        .catch((error) => log.error({ err: error, runId: id }, 'lost a run, which goes on later'))
        .finally(() => {
          inHand.delete(work)
          look()
        })
      inHand.add(work)
    }
  }

  // Looks run one after the other, so that no more runs are taken than are worked on at once.
  let looking = Promise.resolve()
  function look(): void {
    looking = looking.then(takeAll).then(outage.worked, outage.failed)
  }

  const timer = setInterval(look, LOOK_MS)
  const unlisten = listen(db, RUN_WAITS, look)
  look()
  return {
    async stop() {
      stopping.abort()
      clearInterval(timer)
      unlisten()
      await looking
      await Promise.all(inHand)
    },
  }
}
