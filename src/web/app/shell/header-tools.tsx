import { Bell } from '#web/features/notifications/bell.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** What the header offers beside the account, once the browser is idle: no screen waits for it. */
export function HeaderTools() {
  return (
    <>
      <Bell />
      <ThemeSwitch />
    </>
  )
}
