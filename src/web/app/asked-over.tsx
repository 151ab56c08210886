import { asked, proofAsked } from '#web/lib/api/expiry.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'

const AskedDialog = lazyPart(async () => (await import('./asked-dialog.tsx')).AskedDialog)

/**
 * Asks over the page for what a call needs first: the login, if unsaved input would be lost, a second factor,
 * or a confirmation.
 */
export function AskedOver() {
  const [question, confirming] = [useStore(asked), useStore(proofAsked)]
  return (
    <OnDemand opened={question !== null || confirming !== null}>
      <AskedDialog question={question} confirming={confirming} />
    </OnDemand>
  )
}
