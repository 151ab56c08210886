import { Progress } from '@mantine/core'
import type { RunWithMails } from '#contract/runs/runs.ts'

const isUndo = ({ state }: RunWithMails) => state === 'undoing' || state === 'undone'

/** The percentage of its orders that it has reached, or taken back again. */
function shareOf(run: RunWithMails): number {
  const { total, rows } = run
  const [left, all] = isUndo(run) ? [rows.done, rows.done + rows.undone] : [rows.waiting, total]
  return all === 0 ? 100 : (1 - left / all) * 100
}

/** The progress of a run. */
export const RunProgress = ({ run }: { run: RunWithMails }) => (
  <Progress
    value={shareOf(run)}
    aria-label={isUndo(run) ? 'Taken back' : 'Orders done'}
    color={run.failed > 0 ? 'red.9' : undefined}
  />
)
