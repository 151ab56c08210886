import { Button, Divider, Stack, Text } from '@mantine/core'
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { knowsPasskeys } from '#web/features/accounts/shared/ask-device.ts'
import { waysQuery } from '#web/features/accounts/shared/sign-in-ways.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { onStoredElsewhere } from '#web/lib/browser/browser-storage.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { useFocusAfter } from '#web/ui/dialog/return-focus.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { confirmWithPasskey } from './step-up-calls.ts'

interface OtherProofsProps {
  ways: readonly string[]
  onDone: () => void
  onBusy: (busy: boolean) => void
}

/** Goes on once the same account has signed in in another tab. */
function useOtherTab(onDone: () => void): void {
  const [user] = useState(storedToken.userId)
  useEffect(
    () =>
      onStoredElsewhere(storedToken.key, (token) => {
        if (token !== null && storedToken.userId() === user) onDone()
      }),
    [user, onDone],
  )
}

/** Ways to confirm besides a code or password. The provider opens in a tab of its own: this page stays. */
export function OtherProofs({ ways, onDone, onBusy }: OtherProofsProps) {
  const { run, busy, fault } = useAttempt()
  const [byPasskey, byProvider] = [ways.includes('passkey') && knowsPasskeys(), ways.includes('provider')]
  const name = useQuery({ ...waysQuery, enabled: byProvider }).data?.oidc?.name ?? 'single sign-on'
  useOtherTab(onDone)
  useFocusAfter(busy)
  if (!byPasskey && !byProvider) return null
  const askDevice = async () => {
    onBusy(true)
    const done = await run(confirmWithPasskey)
    onBusy(false)
    if (done) onDone()
  }
  return (
    <Stack gap="sm" mt="md">
      {(ways.includes('code') || ways.includes('password')) && <Divider label="or" />}
      {fault && <Fault {...fault} />}
      {byPasskey && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={16} aria-hidden />}
          loading={busy}
          onClick={() => void askDevice()}
          fullWidth
        >
          Use a passkey
        </Button>
      )}
      {byProvider && (
        <>
          <Button
            variant="default"
            leftSection={<IconLogin2 size={16} aria-hidden />}
            onClick={() => window.open('/login?again=true', '_blank', 'noopener')}
            fullWidth
          >
            Sign in with {name}
          </Button>
          <Text size="sm" c="dimmed">
            Opens in a new tab. Then come back to this one: it goes on by itself.
          </Text>
        </>
      )}
    </Stack>
  )
}
