import { type ReactNode, Suspense, useState } from 'react'
import { PartBoundary } from '#web/ui/feedback/part-boundary.tsx'

/** Mounts a lazily loaded dialog when it is first opened, and keeps it for its closing animation. */
export function OnDemand({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [mounted, setMounted] = useState(opened)
  if (opened && !mounted) setMounted(true)
  if (!mounted) return null
  return (
    <PartBoundary over>
      <Suspense fallback={null}>{children}</Suspense>
    </PartBoundary>
  )
}
