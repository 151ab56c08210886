import { Progress } from '@mantine/core'
import type { RunWithMails } from '#contract/runs/runs.ts'

/** Percent of its orders that it has come to, or taken back again. */
function shareOf({ total, state, rows }: RunWithMails): number {
  const isUndo = state === 'undoing' || state === 'undone'
  const [left, all] = isUndo ? [rows.done, rows.done + rows.undone] : [rows.waiting, total]
  return all === 0 ? 100 : (1 - left / all) * 100
}

/** How far a run is. */
export const RunProgress = ({ run }: { run: RunWithMails }) => (
  <Progress value={shareOf(run)} aria-label="Orders done" color={run.failed > 0 ? 'red.9' : undefined} />
)
