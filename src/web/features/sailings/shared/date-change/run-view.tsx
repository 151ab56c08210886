import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Run } from '#contract/runs/runs.ts'
import { RunActions } from '#web/features/runs/shared/run-actions.tsx'
import { refreshAfterRun, runQuery } from '#web/features/runs/shared/run-calls.ts'
import { RunProgress } from '#web/features/runs/shared/run-progress.tsx'
import { RunTrouble } from '#web/features/runs/shared/run-trouble.tsx'
import { runWords } from '#web/features/runs/shared/run-words.ts'
import { useHeld } from '#web/features/runs/shared/use-held.ts'
import { watchRun } from '#web/features/runs/shared/watched-runs.ts'
import classes from './date-change.module.css'

interface RunViewProps {
  started: Run
  onClose: () => void
}

const NO_MAILS = { waiting: 0, sent: 0, failed: 0, unsent: 0, cancelled: 0 }

/**
 * The progress of the change, its failures, and the way back. Once it is closed, the progress stays at the
 * foot of the page.
 */
export function RunView({ started, onClose }: RunViewProps) {
  const rows = { waiting: started.total, done: 0, failed: 0, skipped: started.skipped, undone: 0 }
  const initialData = { ...started, rows, mails: NO_MAILS, reasons: [] }
  const run = useQuery({ ...runQuery(started.id), initialData }).data
  const left = useHeld(run)
  const over = run.finishedAt !== null
  useEffect(() => {
    if (over) void refreshAfterRun()
  }, [over])
  const close = () => {
    if (left > 0 || !over) watchRun(run)
    onClose()
  }
  return (
    <section aria-label="Progress">
      <p role="status" className={classes.said}>
        {runWords(run)}
      </p>
      {left > 0 && (
        <p className={classes.dim}>
          {run.mails.waiting > 0
            ? `Mails leave in ${left} s. Until then, Undo takes everything back.`
            : `Undo takes everything back for ${left} s.`}
        </p>
      )}
      <RunProgress run={run} />
      <div className={classes.actions}>
        <RunActions run={run} left={left} />
        <Button data-autofocus onClick={close}>
          Close
        </Button>
      </div>
      <RunTrouble run={run} />
    </section>
  )
}
