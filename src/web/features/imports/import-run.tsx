import { useQuery } from '@tanstack/react-query'
import type { Run } from '#contract/runs/runs.ts'
import { RunActions } from '#web/features/runs/shared/run-actions.tsx'
import { runQuery } from '#web/features/runs/shared/run-calls.ts'
import { RunProgress } from '#web/features/runs/shared/run-progress.tsx'
import { isSuccess, runWords } from '#web/features/runs/shared/run-words.ts'
import { useHeld } from '#web/features/runs/shared/use-held.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './imports.module.css'

/** The progress of an import, its outcome, and until when it can be undone. */
export function ImportRun({ run: started }: { run: Run }) {
  const { data } = useQuery(runQuery(started.id))
  const run = data ?? started
  const left = useHeld(run)
  const { dateTime } = useDates()
  return (
    <section className={classes.outcome} aria-label="Import">
      <p role="status" className={classes.said} data-good={isSuccess(run) || undefined}>
        {runWords(run)}
      </p>
      {data && run.finishedAt === null && <RunProgress run={data} />}
      {left > 0 && <p className={classes.about}>It can be undone until {dateTime(run.heldUntil)}.</p>}
      <div className={classes.actions}>
        <RunActions run={run} left={left} />
        <TextLink to="/runs/$runId" params={{ runId: String(run.id) }}>
          What became of each row
        </TextLink>
      </div>
    </section>
  )
}
