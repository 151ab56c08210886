import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useSessionUser } from '#web/model/session/session.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { lazyPart, loadAhead } from '#web/ui/page/lazy-part.tsx'
import { OnDemand } from '#web/ui/page/on-demand.tsx'
import classes from './profile-button.module.css'

const load = () => import('./profile-card.tsx')
const ProfileCard = lazyPart(async () => (await load()).ProfileCard)
const OwnPasswordDialog = lazyPart(async () => (await import('./own-password-dialog.tsx')).OwnPasswordDialog)

/** The user's name; behind it a popup with the account, its settings and 'log out'. */
export function ProfileButton() {
  const user = useSessionUser()
  const [opened, setOpened] = useState(false)
  const [changing, setChanging] = useState(false)
  if (!user) return <Skeleton w={96} h={20} />
  const changePassword = () => {
    setOpened(false)
    setChanging(true)
  }
  return (
    <>
      <Popup
        label="Profile"
        opened={opened}
        onChange={setOpened}
        target={(target) => (
          <UnstyledButton
            {...target}
            className={classes.button}
            onPointerEnter={loadAhead(load)}
            aria-label={`Profile of ${user.username}`}
          >
            <IconUserCircle size={20} stroke={1.6} aria-hidden />
            <span className={classes.name}>{user.username}</span>
          </UnstyledButton>
        )}
      >
        <ProfileCard user={user} onChangePassword={changePassword} />
      </Popup>
      {changing && (
        <OnDemand opened>
          <OwnPasswordDialog email={user.email} onClose={() => setChanging(false)} />
        </OnDemand>
      )}
    </>
  )
}
