import { Outlet } from '@tanstack/react-router'
import { Toasts } from '#web/ui/feedback/toasts.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { LoginAgain } from './login-again.tsx'
import { StepUp } from './step-up.tsx'

/** Wraps every screen, logged in or not. */
export function Root() {
  return (
    <>
      <Outlet />
      <LeaveGuard />
      <LoginAgain />
      <StepUp />
      <Toasts />
    </>
  )
}
