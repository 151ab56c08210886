import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faultOf } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './account.module.css'
import { endOthers, endSession, ownSessionsQuery } from './account-calls.ts'
import { SessionLine } from './session-line.tsx'

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
          <SessionLine key={session.id} {...session} onEnd={() => endSession(session.id)} />
        ))}
      </ul>
      {asking && <EndOthersDialog others={others} onClose={() => setAsking(false)} />}
    </section>
  )
}

function EndOthersDialog({ others, onClose }: { others: number; onClose: () => void }) {
  const { run, busy, fault } = useAttempt()
  const end = async () => {
    const done = await run(async () => {
      const ended = await endOthers()
      showSuccess(ended === 1 ? '1 session was ended' : `${ended} sessions were ended`)
    })
    if (done) onClose()
  }
  return (
    <Confirm
      opened
      title="Log out everywhere?"
      confirm="Log out everywhere"
      busy={busy}
      fault={fault}
      onConfirm={() => void end()}
      onCancel={onClose}
    >
      Ends {others === 1 ? 'your other session' : `your ${others} other sessions`} at once, the customer site opened as
      a client too. You stay signed in here.
    </Confirm>
  )
}
