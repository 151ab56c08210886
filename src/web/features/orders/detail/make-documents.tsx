import { Suspense } from 'react'
import { Section } from '#web/ui/page/section.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'

const MadeList = lazyPart(async () => (await import('#web/features/made-documents/shared/made-list.tsx')).MadeList)

/** 'Make a document' of an order: confirmation, notices, bill, quote and labels as PDF. */
export function MakeDocuments({ orderId }: { orderId: number }) {
  return (
    <Section title="Make a document">
      <PartBoundary>
        <Suspense fallback={null}>
          <MadeList subject={{ orderId }} />
        </Suspense>
      </PartBoundary>
    </Section>
  )
}
