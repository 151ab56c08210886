import { Button, Switch } from '@mantine/core'
import { IconFingerprint, IconKey, IconLogout, IconMail, IconPhone, IconShieldLock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { humanRole, type SessionUser } from '#contract/accounts/session.ts'
import type { OwnDialogName } from '#web/app/account/own-dialog.tsx'
import { logOut } from '#web/features/accounts/session/log-out.ts'
import { knowsPasskeys } from '#web/features/accounts/shared/ask-device.ts'
import { useShortcutSwitch } from '#web/lib/browser/shortcuts.ts'
import { useCompactRows } from '#web/lib/list/row-choices.ts'
import { CopyOnClick } from '#web/ui/feedback/copy-on-click.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import { OwnChoices } from './own-choices.tsx'
import classes from './profile-button.module.css'

const OwnDialog = lazyPart(async () => (await import('#web/app/account/own-dialog.tsx')).OwnDialog)

interface ProfileCardProps {
  user: SessionUser
  /** Closes the card and shows a dialog in its place; null closes that too. */
  onOpen: (dialog: ReactNode) => void
}

/** The account: name and role, list and keyboard settings of this browser, password and log out. */
export function ProfileCard({ user, onOpen }: ProfileCardProps) {
  const compact = useCompactRows()
  const shortcuts = useShortcutSwitch()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await logOut()
    setLeaving(false)
  }
  const show = (name: OwnDialogName) =>
    onOpen(
      <OnDemand opened>
        <OwnDialog name={name} user={user} onClose={() => onOpen(null)} />
      </OnDemand>,
    )
  return (
    <div className={classes.card}>
      <div>
        <div className={classes.username}>{user.username}</div>
        <div className={classes.role}>{humanRole(user.role)}</div>
      </div>
      {user.phone && (
        <div className={classes.line}>
          <IconPhone size={16} aria-label="Phone" />
          <CopyOnClick value={`+${user.phone}`} what="phone">
            +{user.phone}
          </CopyOnClick>
        </div>
      )}
      <div className={classes.line}>
        <IconMail size={16} aria-label="Email" />
        <CopyOnClick value={user.email} what="email">
          {user.email}
        </CopyOnClick>
      </div>
      <div className={classes.settings}>
        <OwnChoices />
        <Switch label="Compact rows" checked={compact.on} onChange={compact.flip} />
        <Switch
          label="Single-key shortcuts"
          description="/ goes to the search, G O to the orders, E sets the next event; ? lists all that work on a page"
          checked={shortcuts.on}
          onChange={shortcuts.flip}
        />
      </div>
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        onClick={() => show('password')}
        fullWidth
      >
        Change password
      </Button>
      {knowsPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={16} aria-hidden />}
          onClick={() => show('passkeys')}
          fullWidth
        >
          Passkeys
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconShieldLock size={16} aria-hidden />}
        onClick={() => show('sign-in')}
        fullWidth
      >
        Sign-in and sessions
      </Button>
      <Button
        variant="default"
        leftSection={<IconLogout size={16} aria-hidden />}
        loading={leaving}
        onClick={leave}
        fullWidth
      >
        log out
      </Button>
    </div>
  )
}
