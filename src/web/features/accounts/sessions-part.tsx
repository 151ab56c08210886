import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './account.module.css'
import { SessionLine } from './session-line.tsx'
import { EndOthersDialog } from './shared/end-others.tsx'
import { endSession, ownSessionsQuery } from './shared/own-sessions.ts'

/** The account's sessions, with buttons that end them. */
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
      <ul>
        {data?.map((session) => (
          <SessionLine key={session.id} {...session} onEnd={() => endSession(session.id)} />
        ))}
      </ul>
      {asking && <EndOthersDialog others={others} onClose={() => setAsking(false)} />}
    </section>
  )
}
