import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { papersQuery } from '#web/features/papers/shared/papers.ts'
import { Section } from '#web/ui/page/section.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { PartBoundary } from '#web/ui/parts/part-boundary.tsx'

const MadeList = lazyPart(async () => (await import('#web/features/made-documents/shared/made-list.tsx')).MadeList)

/**
 * 'Make another document' of an order as PDF, on request: those of its papers are made in its checklist.
 */
export function MakeDocuments({ orderId }: { orderId: number }) {
  const { data: papers, isPending } = useQuery(papersQuery(orderId))
  const inList = papers?.items.flatMap(({ makes, noLongerAsked }) => (noLongerAsked ? [] : makes))
  return (
    <Section title="Make another document" open={false}>
      <PartBoundary>
        <Suspense fallback={null}>{!isPending && <MadeList subject={{ orderId }} except={inList} />}</Suspense>
      </PartBoundary>
    </Section>
  )
}
