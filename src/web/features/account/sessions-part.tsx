import { Button } from '@mantine/core'
import { IconPointFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSession } from '#contract/session/own-sessions.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { EndOthersDialog } from '#web/model/session/end-others.tsx'
import { endSession, ownSessionsQuery } from '#web/model/session/own-sessions.ts'
import { useDates } from '#web/model/system/settings.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import classes from './account.module.css'

/** Where the account is signed in, and ending that. */
export function SessionsPart() {
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery(ownSessionsQuery)
  const fault = faultOf(error)
  const others = (data ?? []).filter(({ current }) => !current).length
  return (
    <section className={classes.part} aria-labelledby="own-sessions">
      <div className={classes.head}>
        <h3 id="own-sessions">Where you are signed in</h3>
        {others > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
            Log out everywhere
          </Button>
        )}
      </div>
      {fault && !data && <Fault {...fault} onRetry={() => void refetch()} />}
      <ul className={classes.sessions}>
        {data?.map((session) => (
          <SessionLine key={session.id} {...session} />
        ))}
      </ul>
      {asking && <EndOthersDialog others={others} onClose={() => setAsking(false)} />}
    </section>
  )
}

function SessionLine({ id, device, ip, createdAt, lastUsedAt, current, viewing }: OwnSession) {
  const { run, busy } = useAttempt()
  const { dateTime } = useDates()
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
          onClick={() => void run(() => endSession(id))}
        >
          End
        </Button>
      )}
    </li>
  )
}
