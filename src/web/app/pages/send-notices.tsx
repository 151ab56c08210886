import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'

const ArrivalNotices = lazyPart(async () => (await import('./arrival-notices.tsx')).ArrivalNotices)

/** The button that sends the arrival notices of a sailing under way or arrived; absent before, and without orders. */
export function SendNotices({ sailing: { id, status, orderCount } }: { sailing: Sailing }) {
  const [asked, setAsked] = useState(false)
  const can = orderCount > 0 && (status === 'departed' || status === 'arrived')
  const ask = () => setAsked(true)
  usePageActions(can ? [{ label: 'Send arrival notices', name: `notices ${id}`, run: ask }] : [])
  if (!can) return null
  return (
    <>
      <Button variant="default" leftSection={<IconMail size={16} aria-hidden />} aria-haspopup="dialog" onClick={ask}>
        Send arrival notices
      </Button>
      {asked && (
        <PartBoundary>
          <Suspense fallback={null}>
            <ArrivalNotices whom={{ sailingId: id }} onClose={() => setAsked(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}
