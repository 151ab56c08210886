import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { OFFER_KINDS, type OfferKind } from '#contract/runs/start-run.ts'
import { nounCount } from '#web/features/runs/shared/run-words.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import type { Selection } from '#web/lib/list/selection.ts'
import bar from '#web/ui/list/selection-bar.module.css'
import { OFFER_ACTS, OfferRunDialog } from './offer-run-dialog.tsx'

/** Acts on the selected offers, below the list, where the bar moves no row. */
export function OffersBar({ selection: { chosen, keep } }: { selection: Selection }) {
  const [asked, setAsked] = useState<OfferKind | null>(null)
  const clear = () => keep([])
  const said = `${nounCount('offer', chosen.length)} selected`
  usePageActions(
    chosen.length === 0
      ? []
      : [
          ...OFFER_KINDS.map((kind) => ({ label: `${OFFER_ACTS[kind]}: ${said}`, run: () => setAsked(kind) })),
          { label: 'Clear the selection', run: clear },
        ],
  )
  return (
    <>
      {chosen.length > 0 && (
        <fieldset className={bar.bar} aria-label="Selected offers" data-foot>
          <span className={bar.count} role="status">
            {said}
          </span>
          {OFFER_KINDS.map((kind) => (
            <Button
              key={kind}
              size="compact-sm"
              variant="default"
              aria-haspopup="dialog"
              onClick={() => setAsked(kind)}
            >
              {OFFER_ACTS[kind]}
            </Button>
          ))}
          <CloseButton className={bar.clear} aria-label="Clear the selection" onClick={clear} />
        </fieldset>
      )}
      {asked && <OfferRunDialog kind={asked} ids={chosen} onClose={() => setAsked(null)} onStarted={clear} />}
    </>
  )
}
