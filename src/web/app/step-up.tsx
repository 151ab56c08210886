import { codeAsked } from '#web/lib/api/step-up.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { OnDemand } from '#web/ui/page/on-demand.tsx'

const StepUpDialog = lazyPart(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

/** Asks for a code over the page where a call needs one; the call then goes on. */
export function StepUp() {
  const answer = useStore(codeAsked)
  return (
    <OnDemand opened={answer !== null}>
      <StepUpDialog opened={answer !== null} onAnswer={(confirmed) => answer?.(confirmed)} />
    </OnDemand>
  )
}
