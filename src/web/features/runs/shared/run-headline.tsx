import type { RunPreview } from '#contract/runs/start-run.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './run-headline.module.css'
import { appliesWords, mailsToWords } from './run-words.ts'

/** The preview of a run, as far as it is known. */
interface Known {
  data: RunPreview | undefined
  fault: { message: string; requestId: string | null } | null
  waiting: boolean
  again: () => void
}

/** The numbers of rows and mails, or why they are not known. */
export function RunHeadline({ preview: { data, fault, waiting, again } }: { preview: Known }) {
  if (fault) return <Fault {...fault} onRetry={again} />
  return (
    <div className={classes.summary} aria-busy={waiting} role="status">
      {data ? (
        <>
          <strong>{appliesWords(data)}</strong>
          <Mails mails={data.mails} />
        </>
      ) : (
        waiting && 'Counting…'
      )}
    </div>
  )
}

function Mails({ mails }: Pick<RunPreview, 'mails'>) {
  const words = mailsToWords(mails)
  return words && <div>{words}</div>
}
