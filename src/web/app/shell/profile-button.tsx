import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { lazyPart, loadAhead } from '#web/ui/parts/lazy-part.tsx'
import classes from './profile-button.module.css'

const load = () => import('./profile-card.tsx')
const ProfileCard = lazyPart(async () => (await load()).ProfileCard)

/** The user's name; behind it a popup with the account, its settings and 'log out'. */
export function ProfileButton() {
  const user = useSessionUser()
  const [opened, setOpened] = useState(false)
  const [dialog, setDialog] = useState<ReactNode>(null)
  if (!user) return <Skeleton w={96} h={20} />
  const open = (next: ReactNode) => {
    setOpened(false)
    setDialog(next)
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
        <ProfileCard user={user} onOpen={open} />
      </Popup>
      {dialog}
    </>
  )
}
