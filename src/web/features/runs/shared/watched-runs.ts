import { z } from 'zod'
import type { Run } from '#contract/runs/runs.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { onStoredElsewhere, readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { createStore } from '#web/lib/browser/store.ts'

/** A run whose progress shows at the foot of every page. */
const watched = z.object({
  id: z.int(),
  /** Who started it. */
  user: z.string(),
  /** When it was over, and until when it can be undone by this computer's clock (ms). */
  over: z.object({ finishedAt: z.string(), until: z.number() }).nullable(),
})
export type Watched = z.infer<typeof watched>

const KEY = 'quayside-runs'
const stored = z.array(watched).catch([])
const parsed = (text: string | null) => {
  try {
    return stored.parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/** Kept in the browser: it outlives navigation and reload, and shows in all tabs. */
export const watchedRuns = createStore<readonly Watched[]>(parsed(readStored(KEY)))
onStoredElsewhere(KEY, (text) => watchedRuns.set(parsed(text)))

function keep(runs: readonly Watched[]): void {
  watchedRuns.set(runs)
  writeStored(KEY, runs.length > 0 ? JSON.stringify(runs) : null)
}

const withoutRun = (id: number) => watchedRuns.get().filter((each) => each.id !== id)

/** Shows the progress of a run that this person started. */
export const watchRun = ({ id }: Pick<Run, 'id'>) =>
  keep([...withoutRun(id), { id, user: storedToken.userId() ?? '', over: null }])

/** Shows it no longer. */
export const unwatchRun = (id: number) => keep(withoutRun(id))

/** Keeps until when a run can be undone, for after a reload. */
export const keepEnd = (id: number, over: Watched['over']) =>
  keep(watchedRuns.get().map((each) => (each.id === id ? { ...each, over } : each)))
