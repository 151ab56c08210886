import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { SessionUser } from '#contract/session/session.ts'
import { SetUp } from '#web/features/account/set-up.tsx'
import { logOut } from '#web/features/session/log-out.ts'
import { SessionFrame } from '#web/features/session/session-frame.tsx'
import { queryClient } from '#web/lib/api/query-client.ts'
import { sessionQuery } from '#web/model/session/session.ts'

/** In place of every screen until the account has the second factor that everybody here needs. */
export function SetUpRequired({ user }: { user: SessionUser }) {
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await logOut()
    setLeaving(false)
  }
  const { secondFactorMissing: _, ...complete } = user
  // Whatever was asked for meanwhile was refused, and is asked for again.
  const goOn = () => {
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, complete)
  }
  return (
    <SessionFrame title="Second factor">
      <Text size="sm" c="dimmed" mb="md">
        Everybody here signs in with a second factor beside the password. Set up yours to go on.
      </Text>
      <SetUp email={user.email} done="Go on" onDone={goOn} />
      <Button variant="default" fullWidth mt="md" loading={leaving} onClick={() => void leave()}>
        log out
      </Button>
    </SessionFrame>
  )
}
