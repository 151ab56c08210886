import { Button, Divider, Loader, Stack } from '@mantine/core'
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { OIDC_DONE, OIDC_FAILURES, OIDC_RESULT, type SignInWays } from '#contract/accounts/single-sign-on.ts'
import { knowsPasskeys } from '#web/features/accounts/shared/ask-device.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { storedToken } from '#web/lib/api/token.ts'
import { onStoredElsewhere } from '#web/lib/browser/browser-storage.ts'
import { hideErrors } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { useFocusAfter } from '#web/ui/dialog/return-focus.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { finishAtProvider, goToProvider, signInWithPasskey } from './sign-in-calls.ts'

interface OtherWaysProps {
  ways: SignInWays
  onDone: () => void
  /** Called with the challenge of a sign-in at the provider that waits for a code. */
  onChallenge: (challenge: string) => void
  /** The account whose session ended, over whose page this shows. */
  email?: string
  next?: string
  again?: boolean
}

const isFailure = (text: string): text is keyof typeof OIDC_FAILURES => Object.hasOwn(OIDC_FAILURES, text)

/** Handles the result of a sign-in at the provider, once, from the address of the login page. */
function useResult(onDone: () => void, onChallenge: (challenge: string) => void) {
  const { run, busy, fault } = useAttempt()
  const [result] = useState(() => new URLSearchParams(window.location.search).get(OIDC_RESULT))
  const told = useRef(false)
  useEffect(() => {
    if (told.current || result === null) return
    told.current = true
    const url = new URL(window.location.href)
    url.searchParams.delete(OIDC_RESULT)
    window.history.replaceState(window.history.state, '', url)
    void run(async () => {
      if (isFailure(result)) throw new ApiError(403, OIDC_FAILURES[result])
      if (result !== OIDC_DONE) return
      const challenge = await finishAtProvider()
      if (challenge === null) onDone()
      else onChallenge(challenge)
    })
  }, [result, run, onDone, onChallenge])
  return { busy, fault }
}

/** Goes on once the same account has signed in in another tab. */
function useOtherTab(email: string | undefined, onDone: () => void): void {
  const [user] = useState(storedToken.userId)
  useEffect(() => {
    if (email === undefined) return
    return onStoredElsewhere(storedToken.key, (token) => {
      if (token !== null && (user === null || storedToken.userId() === user)) onDone()
    })
  }, [email, user, onDone])
}

/** Ways to sign in besides the password. */
export function OtherWays({ ways, onDone, onChallenge, email, next, again = false }: OtherWaysProps) {
  const result = useResult(onDone, onChallenge)
  const passkey = useAttempt()
  const provider = useAttempt()
  useOtherTab(email, onDone)
  useFocusAfter(passkey.busy)
  const offersPasskeys = ways.passkeys && knowsPasskeys()
  const byPasskey = async () => {
    hideErrors()
    if (await passkey.run(() => signInWithPasskey(email))) onDone()
  }
  const byProvider = () => {
    hideErrors()
    // The page beneath would lose its typed input if this tab left for the provider.
    if (email === undefined) void provider.run(() => goToProvider(next, again))
    else window.open('/login', '_blank', 'noopener')
  }
  const fault = provider.fault ?? passkey.fault ?? result.fault
  if (!offersPasskeys && !ways.oidc) return null
  return (
    <Stack gap="sm" mt="md">
      {ways.password && <Divider label="or" />}
      {result.busy && <Loader size="sm" aria-label="Signing in" />}
      {fault && <Fault {...fault} />}
      {ways.oidc && (
        <Button
          variant={ways.password ? 'default' : 'filled'}
          leftSection={<IconLogin2 size={16} aria-hidden />}
          loading={provider.busy || result.busy}
          onClick={byProvider}
          fullWidth
        >
          Sign in with {ways.oidc.name}
          {email !== undefined && ' in a new tab'}
        </Button>
      )}
      {offersPasskeys && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={16} aria-hidden />}
          loading={passkey.busy}
          onClick={() => void byPasskey()}
          fullWidth
        >
          Sign in with a passkey
        </Button>
      )}
    </Stack>
  )
}
