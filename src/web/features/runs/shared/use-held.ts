import { useEffect, useRef, useState } from 'react'
import type { Run } from '#contract/runs/runs.ts'
import { keepEnd, watchedRuns } from './watched-runs.ts'

/** Seconds; a run that can be undone for longer holds no mails, and is not counted down. */
export const LONG_HELD = 3600

/** Milliseconds for which a run holds its mails after its last row; 0 before that, and once it is undone. */
const heldFor = ({ finishedAt, heldUntil, state }: Run) =>
  finishedAt && heldUntil && state !== 'undone' ? Math.max(0, Date.parse(heldUntil) - Date.parse(finishedAt)) : 0

/**
 * The end of the time to undo, in ms by this computer's clock. If the run ended in sight, the time counts
 * from then, whatever the clock says, even after a reload; otherwise it counts by the clock.
 */
function endOf(run: Run, wasSeen: boolean): number {
  const held = heldFor(run)
  const kept = watchedRuns.get().find(({ id }) => id === run.id)?.over
  if (kept && kept.finishedAt === run.finishedAt) return kept.until
  const until = wasSeen ? Date.now() + held : Math.min(Date.parse(run.heldUntil ?? ''), Date.now() + held)
  keepEnd(run.id, { finishedAt: run.finishedAt ?? '', until })
  return until
}

/** Seconds in which a run still holds its mails and can be undone; 0 before its last row, and after. */
export function useHeld(run: Run): number {
  const held = heldFor(run)
  const wasSeen = useRef(run.finishedAt === null)
  const latest = useRef(run)
  latest.current = run
  if (run.finishedAt === null) wasSeen.current = true
  const [left, setLeft] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that was tried again is held again
  useEffect(() => {
    const end = held > 0 ? endOf(latest.current, wasSeen.current) : 0
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    tick()
    if (end === 0) return
    const timer = window.setInterval(tick, 1000)
    return () => window.clearInterval(timer)
  }, [held, run.finishedAt])
  return left
}
