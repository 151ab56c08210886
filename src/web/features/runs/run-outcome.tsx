import { nounOf, type RunWithMails } from '#contract/runs/runs.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './runs.module.css'
import { RunActions } from './shared/run-actions.tsx'
import { RunProgress } from './shared/run-progress.tsx'
import { RunReasons } from './shared/run-reasons.tsx'
import { isSuccess, mailTrouble, mailWords, runWords } from './shared/run-words.ts'
import { LONG_HELD, useHeld } from './shared/use-held.ts'

/** The outcome of a run and, apart from it, of its mails, with the actions that are still possible. */
export function RunOutcome({ run }: { run: RunWithMails }) {
  const left = useHeld(run)
  const { dateTime } = useDates()
  const mails = mailWords(run, left > 0)
  return (
    <section className={classes.outcome} aria-label="Outcome">
      <p role="status" className={classes.said} data-good={isSuccess(run) || undefined}>
        {runWords(run)}
      </p>
      <p className={classes.dim}>
        Started {run.createdBy && `by ${run.createdBy.name} `}on {dateTime(run.createdAt)}
        {run.finishedAt && `, over ${dateTime(run.finishedAt)}`}
        {left > LONG_HELD && `. Undo is possible until ${dateTime(run.heldUntil)}.`}
        {left > 0 &&
          left <= LONG_HELD &&
          (run.mails.waiting > 0 ? `. Mails leave in ${left} s.` : `. Undo is possible for ${left} s.`)}
      </p>
      {run.finishedAt === null && <RunProgress run={run} />}
      {mails.length > 0 &&
        (mailTrouble(run, left > 0) ? (
          <Notice warn title="Mails">
            {mails.join(', ')}. The {nounOf(run.kind)}s are not concerned. <TextLink to="/mail-log">Mail log</TextLink>
          </Notice>
        ) : (
          <p className={classes.dim}>{mails.join(', ')}</p>
        ))}
      <RunReasons run={run} />
      <div className={classes.actions}>
        <RunActions run={run} left={left} />
      </div>
    </section>
  )
}
