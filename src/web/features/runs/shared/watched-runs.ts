import { z } from 'zod'
import type { Run } from '#contract/runs/runs.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { onStoredElsewhere, readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { createStore } from '#web/lib/browser/store.ts'

/** A run whose progress shows at the foot of every page. */
const watched = z.object({
  id: z.int(),
  /** The id of the person who started it. */
  user: z.string(),
  /** The time when it was over, and until when it can be undone by this computer's clock (ms). */
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

/** Watched runs, stored in the browser: they outlive navigation and reload, and show in all tabs. */
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

/** Ends showing a run. */
export const unwatchRun = (id: number) => keep(withoutRun(id))

/** Stores until when a run can be undone, for after a reload. */
export const keepEnd = (id: number, over: Watched['over']) =>
  keep(watchedRuns.get().map((each) => (each.id === id ? { ...each, over } : each)))
