import { Suspense } from 'react'
import { PartBoundary } from '#web/ui/feedback/part-boundary.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { Section } from '#web/ui/page/section.tsx'

const MadeList = lazyPart(async () => (await import('#web/model/made-documents/made-list.tsx')).MadeList)

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
