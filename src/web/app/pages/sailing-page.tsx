import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { RecordHistory } from '#web/features/audit/record-history.tsx'
import { CarrierSays } from '#web/features/carrier-events/sailing/carrier-says.tsx'
import { SailingCargo } from '#web/features/sailings/cargo/sailing-cargo.tsx'
import { SailingPage } from '#web/features/sailings/detail/sailing-page.tsx'
import { ChangeDates } from '#web/features/sailings/shared/date-change/change-dates.tsx'
import { recordId } from '#web/lib/browser/record-id.ts'
import { useHasUnsaved } from '#web/lib/browser/unsaved.ts'
import { Presence } from '#web/model/live/presence.tsx'
import { useOpened } from '#web/model/search/search-calls.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'
import { SendNotices } from './send-notices.tsx'

const SailingClocks = lazyPart(async () => (await import('./sailing-clocks.tsx')).SailingClocks)

const route = getRouteApi('/staff/sailings/$sailingId')

/** A sailing with its cargo and the history of its changes. */
export function OneSailingPage() {
  const id = recordId(route.useParams().sailingId)
  const edits = useHasUnsaved()
  useOpened('sailings', id)
  if (id === 0) return <Navigate to="/sailings" replace />
  return (
    <SailingPage
      key={id}
      id={id}
      tools={
        <>
          <RecordHistory of="sailings" id={id} />
          <Presence entity="sailings" entityId={id} part={edits ? 'this sailing' : null} />
        </>
      }
      changeDates={(sailing) => (
        <>
          <ChangeDates sailing={sailing} />
          <SendNotices sailing={sailing} />
        </>
      )}
      carrier={(sailing) => <CarrierSays sailing={sailing} />}
      cargo={(sailing) => (
        <>
          <SailingCargo sailing={sailing} />
          {(sailing.status === 'departed' || sailing.status === 'arrived') && (
            <PartBoundary>
              <Suspense fallback={null}>
                <SailingClocks sailingId={id} />
              </Suspense>
            </PartBoundary>
          )}
        </>
      )}
    />
  )
}
