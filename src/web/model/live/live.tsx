import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { connection } from '#web/lib/api/connection.ts'
import { liveState } from '#web/lib/api/live-state.ts'
import { useStore } from '#web/lib/browser/store.ts'
import classes from './live.module.css'
import { hearChanges } from './live-news.ts'

/** Listens to changes by others while somebody is signed in, and says when it no longer can. */
export function Live() {
  const live = useRef<ReturnType<typeof hearChanges>>(null)
  useEffect(() => {
    const started = hearChanges()
    live.current = started
    return started.stop
  }, [])
  const state = useStore(liveState)
  // The header already says so if there is no connection.
  const lost = useStore(connection) === 'up' && state === 'lost'
  return (
    <div role="status" aria-label="Live" className={classes.root}>
      {lost && (
        <span className={classes.notice} title="Changes by others do not show until you reconnect or reload">
          <span className={classes.words}>Not live ·</span>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlugConnectedX size={16} aria-hidden />}
            classNames={{ section: classes.icon }}
            onClick={() => live.current?.reconnect()}
          >
            <span className={classes.words}>Reconnect</span>
          </Button>
        </span>
      )}
    </div>
  )
}
