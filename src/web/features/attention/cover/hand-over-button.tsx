import { Button } from '@mantine/core'
import { type Ref, useState } from 'react'
import type { HandOver } from '#contract/attention/hand-over.ts'
import { useAsked } from '#web/lib/browser/use-asked.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'

/** Opens the form that hands my queue over. */
export function HandOverButton({ current, ref }: { current: HandOver | null; ref: Ref<HTMLButtonElement> }) {
  const [opened, setOpened] = useState(false)
  useAsked('handover', () => setOpened(true))
  return (
    <>
      <Button ref={ref} size="xs" variant="default" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        Hand over
      </Button>
      {opened && <HandOverDialog current={current} onClose={() => setOpened(false)} />}
    </>
  )
}
