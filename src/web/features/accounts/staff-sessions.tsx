import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffAccount } from '#contract/accounts/staff-accounts.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './account.module.css'
import { SessionLine } from './session-line.tsx'
import { endSessionOf, endSessionsOf, sessionsOf } from './staff-calls.ts'

const WIDTH = 520

interface StaffSessionsProps {
  account: StaffAccount
  onClose: () => void
}

/** Sessions of a member of staff, with buttons that end them. One's own are in the account menu. */
export function StaffSessions({ account, onClose }: StaffSessionsProps) {
  const { id, username } = account
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery(sessionsOf(id))
  const fault = faultOf(error)
  const isOwn = data?.some(({ current }) => current) ?? false
  return (
    <SideDrawer opened onClose={onClose} title={`Sessions of ${username}`} width={WIDTH} returnTo={() => null}>
      {fault && !data && <Fault {...fault} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <div className={classes.head}>
          <p className={classes.dim}>{data.length === 1 ? '1 session' : `${data.length} sessions`}</p>
          {!isOwn && (
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
              End all
            </Button>
          )}
        </div>
      )}
      {data?.length === 0 && <p className={classes.dim}>{username} is not signed in anywhere.</p>}
      <ul>
        {data?.map((session) => (
          <SessionLine key={session.id} {...session} onEnd={() => endSessionOf(id, session.id)} />
        ))}
      </ul>
      {asking && <EndAllDialog account={account} onClose={() => setAsking(false)} />}
    </SideDrawer>
  )
}

function EndAllDialog({ account: { id, username }, onClose }: StaffSessionsProps) {
  const { run, busy, fault } = useAttempt()
  const end = async () => {
    const done = await run(async () => {
      const ended = await endSessionsOf(id)
      showSuccess(ended === 1 ? '1 session was ended' : `${ended} sessions were ended`)
    })
    if (done) onClose()
  }
  return (
    <Confirm
      opened
      title={`End all sessions of ${username}?`}
      confirm="End all"
      danger
      busy={busy}
      fault={fault}
      onConfirm={() => void end()}
      onCancel={onClose}
    >
      They are signed out everywhere at once, and lose what they have not saved. They can sign in again: to keep them
      out, disable the account with npm run staff.
    </Confirm>
  )
}
