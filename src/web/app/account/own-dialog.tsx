import { OwnPasswordDialog } from '#web/app/shell/own-password-dialog.tsx'
import { PasskeysDialog } from '#web/features/passkeys/passkeys-dialog.tsx'

/** What the account popup opens. */
export type OwnDialogName = 'password' | 'passkeys'

interface OwnDialogProps {
  name: OwnDialogName
  email: string
  onClose: () => void
}

/** A dialog about one's own account. */
export function OwnDialog({ name, email, onClose }: OwnDialogProps) {
  return name === 'password' ? (
    <OwnPasswordDialog email={email} onClose={onClose} />
  ) : (
    <PasskeysDialog onClose={onClose} />
  )
}
