import { loginAgain } from '#web/lib/api/expiry.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { OnDemand } from '#web/ui/page/on-demand.tsx'

const LoginAgainDialog = lazyPart(async () => (await import('./login-again-dialog.tsx')).LoginAgainDialog)

/** Shows the login over the page when the session ends with unsaved input; the interrupted save then continues. */
export function LoginAgain() {
  const answer = useStore(loginAgain)
  return (
    <OnDemand opened={answer !== null}>
      <LoginAgainDialog opened={answer !== null} onAnswer={(given) => answer?.(given)} />
    </OnDemand>
  )
}
