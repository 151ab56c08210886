import { Outlet } from '@tanstack/react-router'
import { Toasts } from '#web/ui/feedback/toasts.tsx'
import { AskedOver } from './asked-over.tsx'
import { LeaveGuard } from './leave-guard.tsx'

/** Wraps every screen, signed in or not. */
export function Root() {
  return (
    <>
      <Outlet />
      <LeaveGuard />
      <AskedOver />
      <Toasts />
    </>
  )
}
