import type { SessionUser } from '#contract/session/session.ts'
import { OwnPasswordDialog } from '#web/app/shell/own-password-dialog.tsx'
import { SignInDrawer } from '#web/features/account/sign-in-drawer.tsx'
import { PasskeysDialog } from '#web/features/passkeys/passkeys-dialog.tsx'

/** What the account popup opens. */
export type OwnDialogName = 'password' | 'passkeys' | 'sign-in'

interface OwnDialogProps {
  name: OwnDialogName
  user: SessionUser
  onClose: () => void
}

/** A dialog about one's own account. */
export function OwnDialog({ name, user, onClose }: OwnDialogProps) {
  if (name === 'passkeys') return <PasskeysDialog onClose={onClose} />
  if (name === 'password') return <OwnPasswordDialog user={user} onClose={onClose} />
  return <SignInDrawer email={user.email} onClose={onClose} />
}
