import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { logOut } from '#web/features/accounts/session/log-out.ts'
import { SetUp } from '#web/features/accounts/set-up.tsx'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

interface SetUpDialogProps {
  opened: boolean
  onAnswer: (done: boolean) => void
}

/**
 * Covers every screen until the account has the second factor that everybody here needs: first what is asked
 * and why, then how.
 */
export function SetUpDialog({ opened, onAnswer }: SetUpDialogProps) {
  const [leaving, setLeaving] = useState(false)
  const [begun, setBegun] = useState(false)
  const { data: user } = useQuery(sessionQuery)
  const leave = async () => {
    setLeaving(true)
    await logOut()
    onAnswer(false)
  }
  return (
    <Dialog opened={opened} busy onClose={() => {}} title="Set up a second factor">
      {begun && user ? (
        <SetUp email={user.email} done="Go on" onDone={() => onAnswer(true)} />
      ) : (
        <WhatAndWhy email={user?.email} onBegin={() => setBegun(true)} />
      )}
      <Button variant="default" fullWidth mt="md" loading={leaving} onClick={() => void leave()}>
        log out
      </Button>
    </Dialog>
  )
}

/** The first page of the dialog, for a first login: nothing else can be opened yet. */
function WhatAndWhy({ email, onBegin }: { email: string | undefined; onBegin: () => void }) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        You are signed in{email ? ` as ${email}` : ''}. Before you can go on, your account needs a second factor:
        everybody here signs in with a code from their phone beside the password. A password that was guessed or stolen
        then opens nothing.
      </Text>
      <Text size="sm">It takes two minutes:</Text>
      <Text component="ol" size="sm" m={0} pl={20}>
        <li>Open an app for codes on your phone. Most password managers are one.</li>
        <li>Scan the picture that comes next, and enter the code that the app shows.</li>
        <li>Keep the ten recovery codes. They sign you in if you lose the phone.</li>
      </Text>
      <Text size="sm" c="dimmed">
        You have a passkey for this account? Log out and sign in with it: it counts as both.
      </Text>
      <Button onClick={onBegin} data-autofocus>
        Set it up now
      </Button>
    </Stack>
  )
}
