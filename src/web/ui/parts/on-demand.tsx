import { type ReactNode, Suspense, useState } from 'react'
import { PartBoundary } from './part-boundary.tsx'

/**
 * Mounts a lazily loaded dialog each time it is opened, and keeps it for its closing animation. If it stayed
 * mounted, it would later open beneath dialogs that were mounted after it.
 */
export function OnDemand({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [state, setState] = useState({ opened, times: Number(opened) })
  if (opened !== state.opened) setState({ opened, times: state.times + Number(opened) })
  if (state.times === 0) return null
  return (
    <PartBoundary key={state.times} over>
      <Suspense fallback={null}>{children}</Suspense>
    </PartBoundary>
  )
}
