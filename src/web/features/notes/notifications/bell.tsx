import { UnstyledButton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unreadQuery } from '#web/features/notes/shared/notifications.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { lazyPart, loadAhead } from '#web/ui/parts/lazy-part.tsx'
import classes from './bell.module.css'

const load = () => import('./bell-list.tsx')
const BellList = lazyPart(async () => (await load()).BellList)
const MOST = 99

/** The bell with the number of unread notifications, and the latest ones behind it. */
export function Bell() {
  const [opened, setOpened] = useState(false)
  const unread = useQuery(unreadQuery).data?.counts.unread ?? 0
  return (
    <Popup
      label="Notifications"
      width={340}
      opened={opened}
      onChange={setOpened}
      target={(target) => (
        <UnstyledButton
          {...target}
          className={classes.bell}
          onPointerEnter={loadAhead(load)}
          aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
          title="Notifications"
        >
          <IconBell size={20} stroke={1.6} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread > MOST ? `${MOST}+` : unread}
            </span>
          )}
        </UnstyledButton>
      )}
    >
      <BellList onLeave={() => setOpened(false)} />
    </Popup>
  )
}
