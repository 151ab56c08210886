import { Outlet } from '@tanstack/react-router'
import { Toasts } from '#web/lib/browser/toast.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { LoginAgain } from './login-again.tsx'

/** What stands around every screen, logged in or not. */
export function Root() {
  return (
    <>
      <Outlet />
      <LeaveGuard />
      <LoginAgain />
      <Toasts />
    </>
  )
}
