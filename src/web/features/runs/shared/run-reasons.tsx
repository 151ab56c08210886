import { Button } from '@mantine/core'
import { RUN_REMEDIES, type RunRemedy, type RunWithMails } from '#contract/runs/runs.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { useFocusAfter } from '#web/ui/dialog/return-focus.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import { changeRun, retryRun } from './run-calls.ts'
import classes from './run-trouble.module.css'
import { reasonWords } from './run-words.ts'
import { watchRun } from './watched-runs.ts'

/** Reasons shown; the page of the run has all of them. */
const MOST = 3

const LABELS: Record<RunRemedy, string> = {
  'send-without-pdf': 'Send without PDF',
  'load-again': 'Load again',
  retry: 'Retry',
}
const MEANINGS: Record<RunRemedy, string> = {
  'send-without-pdf': 'Does these orders, and sends their mails without the document.',
  'load-again': 'Does these orders as they are now.',
  retry: 'Tries these orders once more.',
}

/** Rows that failed, by the remedy for their reasons. */
const failedOf = ({ reasons }: Pick<RunWithMails, 'reasons'>) => reasons.filter(({ state }) => state === 'failed')

/** Whether rows failed for which no remedy is offered: they can be tried again once somebody has seen to them. */
export const hasOthers = (run: Pick<RunWithMails, 'reasons' | 'failed'>) => {
  const failed = failedOf(run)
  const counted = failed.reduce((sum, { count, remedy }) => sum + (remedy ? count : 0), 0)
  return counted < run.failed
}

/**
 * Why orders of a run were not done, grouped by reason, and a button for each remedy, with the number of orders
 * that it tries.
 */
export function RunReasons({ run }: { run: RunWithMails }) {
  const failed = failedOf(run)
  if (run.finishedAt === null || run.state === 'undone' || run.state === 'undoing' || failed.length === 0) return null
  return (
    <section className={classes.reasons} aria-label="Not done">
      <ul>
        {failed.slice(0, MOST).map(({ reason, remedy, count }) => (
          <li key={`${reason} ${remedy}`}>
            <span className={classes.times}>{grouped(count)} ×</span> {reasonWords(reason)}
          </li>
        ))}
        {failed.length > MOST && (
          <li>
            <TextLink to="/runs/$runId" params={{ runId: String(run.id) }} search={{ 'f.state': 'failed' } as never}>
              and {failed.length - MOST} more reasons
            </TextLink>
          </li>
        )}
      </ul>
      <div className={classes.remedies}>
        {RUN_REMEDIES.map((remedy) => (
          <Remedy key={remedy} run={run} remedy={remedy} />
        ))}
      </div>
    </section>
  )
}

function Remedy({ run, remedy }: { run: RunWithMails; remedy: RunRemedy }) {
  const { busy, run: attempt } = useAttempt()
  useFocusAfter(busy)
  const count = failedOf(run).reduce((sum, each) => sum + (each.remedy === remedy ? each.count : 0), 0)
  if (count === 0) return null
  const again = async (id: number) => {
    await retryRun(id, remedy)
    watchRun(run)
  }
  return (
    <Button
      size="compact-sm"
      variant="light"
      title={MEANINGS[remedy]}
      loading={busy}
      onClick={() => void attempt(() => changeRun(run.id, again))}
    >
      {LABELS[remedy]} ({grouped(count)})
    </Button>
  )
}
