import type { FastifyRequest } from 'fastify'
import { Role } from '#contract/accounts/session.ts'
import type { Run } from '#contract/runs/runs.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import type { Services } from '#server/services.ts'
import { undoRun } from './change-run.ts'
import { readRun } from './read-runs.ts'
import type { RunKinds } from './run-kind.ts'
import { workOn } from './work-run.ts'

/** Milliseconds for which the call that undoes a run takes its rows back itself; a worker does the rest. */
const UNDO_MS = 20_000

/**
 * Undoes a run for a call, which answers once that is done, or with a run that is still `undoing`. `stays`
 * names what stays beside its rows and why. Throws 404, 403, 409.
 */
export async function undoByCall(
  request: FastifyRequest,
  services: Services,
  kinds: RunKinds,
  id: number,
): Promise<{ run: Run; stays: string | null }> {
  const isAdmin = sessionOf(request).roles.includes(Role.ADMIN)
  const stays = await run(request, { ...services, kinds }, undoRun, { id, isAdmin })
  try {
    await workOn(services, kinds, id, AbortSignal.timeout(UNDO_MS))
  } catch (error) {
    // The undo has begun: reporting a failure would be wrong, since a worker continues it.
    request.log.warn({ err: error, runId: id }, 'an undo was interrupted, which goes on later')
  }
  return { run: await readRun(services.db, id), stays }
}
