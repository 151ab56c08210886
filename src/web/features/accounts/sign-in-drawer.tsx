import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { FactorPart } from './factor-part.tsx'
import { SessionsPart } from './sessions-part.tsx'

const WIDTH = 520

/** The account's ways to sign in, and its sessions. */
export function SignInDrawer({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <SideDrawer opened onClose={onClose} title="Sign-in and sessions" width={WIDTH} returnTo={() => null}>
      <FactorPart email={email} />
      <SessionsPart />
    </SideDrawer>
  )
}
