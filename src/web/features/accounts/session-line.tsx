import { Button } from '@mantine/core'
import { IconPointFilled } from '@tabler/icons-react'
import type { OwnSession } from '#contract/accounts/own-sessions.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import classes from './account.module.css'

interface SessionLineProps extends OwnSession {
  onEnd: () => Promise<void>
}

/** A session, with a button that ends it; the session of this page has none. */
export function SessionLine({ device, ip, createdAt, lastUsedAt, current, viewing, onEnd }: SessionLineProps) {
  const { run, busy } = useAttempt()
  const { dateTime } = useDates()
  // The line goes with its button: the focus stays in the dialog, where others can be ended.
  const end = async (button: HTMLElement) => {
    const dialog = button.closest<HTMLElement>('[role="dialog"]')
    if (!(await run(onEnd))) return
    dialog?.focus({ preventScroll: true })
    showSuccess('1 session was ended')
  }
  const name = viewing ? `Customer site as ${viewing.username}` : device
  const facts = [viewing && device, ip, `since ${dateTime(createdAt)}`, `last used ${dateTime(lastUsedAt)}`]
  return (
    <li className={classes.session}>
      <div>
        <div className={classes.device}>
          {name}
          {current && (
            <StatusBadge tone="good" icon={IconPointFilled}>
              This session
            </StatusBadge>
          )}
        </div>
        <div className={classes.dim}>{facts.filter(Boolean).join(', ')}</div>
      </div>
      {!current && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          aria-label={`End ${name}`}
          onClick={({ currentTarget }) => void end(currentTarget)}
        >
          End
        </Button>
      )}
    </li>
  )
}
