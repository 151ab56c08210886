import { Button } from '@mantine/core'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import classes from './cover.module.css'
import { type Cover, takeBack } from './hand-overs.ts'

interface CoverLinesProps extends Pick<Cover, 'mine' | 'covered'> {
  /** Called once my queue is taken back, whose button is then gone. */
  onEnded: () => void
}

/** The colleague who covers my queue until when, and the queues that I cover. */
export function CoverLines({ mine, covered, onEnded }: CoverLinesProps) {
  const { dateTime } = useDates()
  const { run, busy } = useAttempt()
  if (!mine && covered.length === 0) return null
  const end = async () => {
    if (!(await run(takeBack))) return
    showSuccess('Your queue is no longer covered')
    onEnded()
  }
  return (
    <section className={classes.cover} aria-label="Handed over">
      <Notice>
        <ul className={classes.lines}>
          {mine && (
            <li>
              {mine.to.name} covers your queue until {dateTime(mine.until)}
              <Button
                size="compact-xs"
                variant="default"
                loading={busy}
                onClick={() => void end()}
                aria-label={`End: ${mine.to.name} covers your queue`}
              >
                End
              </Button>
            </li>
          )}
          {covered.map(({ id, from, by, until, note }) => (
            <li key={id}>
              You cover the queue of {from.name}
              {by && `, which ${by} covers,`} until {dateTime(until)}
              {note && <span className={classes.note}>{note}</span>}
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  )
}
