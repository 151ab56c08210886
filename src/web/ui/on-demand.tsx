import { type ReactNode, Suspense, useState } from 'react'

/** Mounts a lazily loaded dialog when it is first opened, and keeps it for its closing animation. */
export function OnDemand({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [mounted, setMounted] = useState(opened)
  if (opened && !mounted) setMounted(true)
  return mounted ? <Suspense fallback={null}>{children}</Suspense> : null
}
