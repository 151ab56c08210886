import { Button } from '@mantine/core'
import type { PapersOfOrder } from '#contract/papers/papers.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import classes from './papers.module.css'
import { revokeLink } from './shared/papers.ts'

/** Working upload links: who has them, until when, and buttons that end them. */
export function UploadLinks({ orderId, links }: { orderId: number; links: PapersOfOrder['links'] }) {
  const { dateTime } = useDates()
  const live = links.filter(({ state }) => state === 'live')
  if (live.length === 0) return null
  return (
    <ul className={classes.links} aria-label="Upload links">
      {live.map(({ id, email, expiresAt }) => (
        <li key={id}>
          <span>
            Upload link for {email}, until {dateTime(expiresAt)}
          </span>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Revoke the upload link for ${email}`}
            onClick={() => void revokeLink(orderId, id).catch(showError)}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}
