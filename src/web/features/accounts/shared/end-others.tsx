import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { endOthers, ownSessionsQuery } from './own-sessions.ts'

interface EndOthersDialogProps {
  others: number
  title?: string
  cancel?: string
  onClose: () => void
}

/** Asks before all sessions of the account except this one end. */
export function EndOthersDialog({ others, title = 'Log out everywhere?', cancel, onClose }: EndOthersDialogProps) {
  const { run, busy, fault } = useAttempt()
  const end = async () => {
    const done = await run(async () => {
      const ended = await endOthers()
      showSuccess(ended === 1 ? '1 session was ended' : `${ended} sessions were ended`)
    })
    if (done) onClose()
  }
  return (
    <Confirm
      opened
      title={title}
      confirm="Log out everywhere"
      {...(cancel && { cancel })}
      busy={busy}
      fault={fault}
      onConfirm={() => void end()}
      onCancel={onClose}
    >
      Ends {others === 1 ? 'your other session' : `your ${others} other sessions`} at once, the customer site opened as
      a client too. You stay signed in here.
    </Confirm>
  )
}

/** Offers, after a change of how the account signs in, to end its other sessions, if there are any. */
export function OfferEndOthers({ onClose }: { onClose: () => void }) {
  const { data, isError } = useQuery(ownSessionsQuery)
  const others = data?.filter(({ current }) => !current).length
  const none = isError || others === 0
  useEffect(() => {
    if (none) onClose()
  }, [none, onClose])
  if (!others) return null
  return <EndOthersDialog others={others} title="Log out everywhere else too?" cancel="Not now" onClose={onClose} />
}
