import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconLogout, IconMail, IconPhone, IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { humanRole, type SessionUser } from '#contract/session/session.ts'
import { logOut } from '#web/features/session/log-out.ts'
import { useSessionUser } from '#web/model/session/session.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { CopyOnClick } from '#web/ui/feedback/copy-on-click.tsx'
import classes from './profile-button.module.css'

/** The user's name, with phone, email and 'log out' in a popup. */
export function ProfileButton() {
  const user = useSessionUser()
  const [opened, setOpened] = useState(false)
  if (!user) return <Skeleton w={96} h={20} />
  return (
    <Popup
      label="Profile"
      opened={opened}
      onChange={setOpened}
      target={(target) => (
        <UnstyledButton {...target} className={classes.button} aria-label={`Profile of ${user.username}`}>
          <IconUserCircle size={20} stroke={1.6} aria-hidden />
          <span className={classes.name}>{user.username}</span>
        </UnstyledButton>
      )}
    >
      <ProfileCard user={user} />
    </Popup>
  )
}

function ProfileCard({ user }: { user: SessionUser }) {
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await logOut()
    setLeaving(false)
  }
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
