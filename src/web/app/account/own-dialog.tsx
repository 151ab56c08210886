import { OwnPasswordDialog } from '#web/app/shell/own-password-dialog.tsx'
import { SignInDrawer } from '#web/features/account/sign-in-drawer.tsx'
import { PasskeysDialog } from '#web/features/passkeys/passkeys-dialog.tsx'

/** What the account popup opens. */
export type OwnDialogName = 'password' | 'passkeys' | 'sign-in'

interface OwnDialogProps {
  name: OwnDialogName
  email: string
  onClose: () => void
}

/** A dialog about one's own account. */
export function OwnDialog({ name, email, onClose }: OwnDialogProps) {
  if (name === 'passkeys') return <PasskeysDialog onClose={onClose} />
  const Part = name === 'password' ? OwnPasswordDialog : SignInDrawer
  return <Part email={email} onClose={onClose} />
}
