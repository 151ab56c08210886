import type { SessionUser } from '#contract/accounts/session.ts'
import { PasskeysDialog } from '#web/features/accounts/passkeys/passkeys-dialog.tsx'
import { SignInDrawer } from '#web/features/accounts/sign-in-drawer.tsx'
import { OwnPasswordDialog } from './own-password-dialog.tsx'

/** Dialogs that the account popup opens. */
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
