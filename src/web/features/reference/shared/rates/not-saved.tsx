import { Button } from '@mantine/core'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { RateEdits } from './rate-edits.ts'
import classes from './rates.module.css'

/** How many refused cells are named. */
const MOST_NAMED = 10

interface NotSavedProps {
  edits: RateEdits
  /** Goes to the cell with this key; false if it is not shown. */
  onGo: (key: string) => boolean
}

/** What is not saved, and why: cells that were refused, and a failed call, which can be sent again. */
export function NotSaved({ edits, onGo }: NotSavedProps) {
  const { unsaved, failure, busy } = useStore(edits.state)
  const refused = [...unsaved].filter(([, { error }]) => error !== null)
  const fault = faultOf(failure)
  // What only waits for its turn is sent, wherever one goes meanwhile.
  useUnsaved(refused.length > 0 || fault !== null, { keys: ['set'] })
  return (
    <div role="alert" className={classes.notices}>
      {fault && (
        <Fault {...fault} onRetry={() => void edits.send()} retrying={busy}>
          <div>{unsaved.size === 1 ? '1 change is not saved.' : `${unsaved.size} changes are not saved.`}</div>
        </Fault>
      )}
      {refused.length > 0 && (
        <Notice warn title={refused.length === 1 ? '1 cell is not saved' : `${refused.length} cells are not saved`}>
          <ul className={classes.refused}>
            {refused.slice(0, MOST_NAMED).map(([key, { name, text, error }]) => (
              <li key={key}>
                <Button size="compact-xs" variant="default" onClick={() => onGo(key)}>
                  {name}
                </Button>{' '}
                {text ? `'${text}': ` : ''}
                {error}
              </li>
            ))}
            {refused.length > MOST_NAMED && <li>and {refused.length - MOST_NAMED} more</li>}
          </ul>
        </Notice>
      )}
    </div>
  )
}
