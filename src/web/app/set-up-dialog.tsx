import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SetUp } from '#web/features/account/set-up.tsx'
import { logOut } from '#web/features/session/log-out.ts'
import { sessionQuery } from '#web/model/session/session.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

interface SetUpDialogProps {
  opened: boolean
  onAnswer: (done: boolean) => void
}

/** Over every screen until the account has the second factor that everybody here needs. */
export function SetUpDialog({ opened, onAnswer }: SetUpDialogProps) {
  const [leaving, setLeaving] = useState(false)
  const { data: user } = useQuery(sessionQuery)
  const leave = async () => {
    setLeaving(true)
    await logOut()
    onAnswer(false)
  }
  return (
    <Dialog opened={opened} busy onClose={() => {}} title="Set up a second factor">
      <Text size="sm" c="dimmed" mb="md">
        Everybody here signs in with a second factor beside the password. Set up yours to go on.
      </Text>
      {user && <SetUp email={user.email} done="Go on" onDone={() => onAnswer(true)} />}
      <Button variant="default" fullWidth mt="md" loading={leaving} onClick={() => void leave()}>
        log out
      </Button>
    </Dialog>
  )
}
