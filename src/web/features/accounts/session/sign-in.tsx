import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { waysQuery } from '#web/features/accounts/shared/sign-in-ways.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import { begin, LoginForm } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

const OtherWays = lazyPart(async () => (await import('./other-ways.tsx')).OtherWays)

/** The mark of an installation without passwords, where the form would flash up before the answer. */
const OFF = 'quayside-passwords-off'

interface SignInProps {
  onDone: () => void
  /** The account whose session ended: only it can continue. */
  email?: string
  /** The page that was asked for. */
  next?: string
  /** True if the provider must ask even somebody it remembers. */
  again?: boolean
  /** Content that belongs to the password. */
  children?: ReactNode
}

/** All ways to sign in: the form, unless passwords are off, and the others below it. */
export function SignIn({ onDone, email, next, again, children }: SignInProps) {
  const { data: ways } = useQuery(waysQuery)
  const off = ways ? !ways.password : readStored(OFF) !== null
  useEffect(() => {
    if (ways) writeStored(OFF, ways.password ? null : '1')
  }, [ways])
  // The challenge of a sign-in at the provider; the form has its own.
  const [challenge, setChallenge] = useState<string | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  if (challenge !== null)
    return (
      <SecondStep
        challenge={challenge}
        onLoggedIn={(reply) => {
          begin(reply)
          onDone()
        }}
        onBack={(why) => {
          setChallenge(null)
          setReason(why)
        }}
      />
    )
  return (
    <>
      {reason !== null && <Fault message={reason} />}
      {!off && (
        <>
          <LoginForm email={email} onDone={onDone} />
          {children}
        </>
      )}
      {ways && (
        <PartBoundary over>
          <Suspense fallback={null}>
            <OtherWays ways={ways} onDone={onDone} email={email} next={next} again={again} onChallenge={setChallenge} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}
