import { BoxButton } from '#web/app/box/box-button.tsx'
import { Bell } from '#web/features/notes/notifications/bell.tsx'
import { Live } from '#web/model/live/live.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Tools of the header beside the account, and the connection that keeps every screen current. */
export function HeaderTools() {
  return (
    <>
      <Live />
      <BoxButton />
      <Bell />
      <ThemeSwitch />
    </>
  )
}
