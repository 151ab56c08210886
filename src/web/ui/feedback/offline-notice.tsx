import { IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { connection, OFFLINE } from '#web/lib/api/connection.ts'
import { useStore } from '#web/lib/browser/store.ts'
import classes from './offline-notice.module.css'

const WORDS = {
  offline: { short: OFFLINE, more: 'What you typed is kept; this page refreshes when the connection is back.' },
  unreachable: { short: 'The server cannot be reached', more: 'What you typed is kept; this page keeps trying.' },
}

/** Says that the server cannot be reached, until it can; on a phone in a line under the header. */
export function OfflineNotice() {
  const state = useStore(connection)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', state !== 'up')
  }, [state])
  return (
    <div role="status" aria-label="Connection" className={classes.root}>
      {state !== 'up' && (
        <span className={classes.notice}>
          <IconCloudOff size={16} aria-hidden />
          <strong>{WORDS[state].short}</strong>
          <span className={classes.more}>{WORDS[state].more}</span>
        </span>
      )}
    </div>
  )
}
