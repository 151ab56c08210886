import { Suspense, useState } from 'react'
import { ArrivalsList, type Notified } from '#web/features/arrivals/list/arrivals-list.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'

const ArrivalNotices = lazyPart(async () => (await import('./arrival-notices.tsx')).ArrivalNotices)

/** What has arrived; arrival notices are sent over it. */
export function ArrivalsPage() {
  const [whom, setWhom] = useState<Notified | null>(null)
  return (
    <>
      <ArrivalsList notify={setWhom} />
      {whom && (
        <PartBoundary>
          <Suspense fallback={null}>
            <ArrivalNotices whom={whom} onClose={() => setWhom(null)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}
