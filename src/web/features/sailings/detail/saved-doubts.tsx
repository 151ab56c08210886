import { Button } from '@mantine/core'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { savedDoubts } from '#web/features/sailings/shared/sailings.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './sailing.module.css'

/** Fields to check after the last save of this sailing, and other sailings that may be meant. */
export function SavedDoubts({ sailing: { id } }: { sailing: Sailing }) {
  const doubts = useStore(savedDoubts)
  if (doubts?.id !== id || doubts.warnings.length + doubts.similar.length === 0) return null
  return (
    <div className={classes.outcome}>
      <Notice warn role="status" title="Saved. Please check:">
        <ul className={classes.reasons}>
          {doubts.warnings.map((message) => (
            <li key={message}>{message}</li>
          ))}
          {doubts.similar.map((other) => (
            <li key={other.id}>
              The voyage resembles that of{' '}
              <TextLink to="/sailings/$sailingId" params={{ sailingId: String(other.id) }}>
                {other.reference}
              </TextLink>
              . Is it the same sailing?
            </li>
          ))}
        </ul>
        <Button size="compact-sm" variant="default" onClick={() => savedDoubts.set(null)}>
          Dismiss
        </Button>
      </Notice>
    </div>
  )
}
