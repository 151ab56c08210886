import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrackingLink } from '#contract/tracking/tracking-links.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { revokeTrackingLink, trackingLinksQuery } from './shared/tracking-links.ts'
import classes from './tracking.module.css'

/** Links shown at first: each mail makes one. */
const FIRST = 3

const times = (n: number) => (n === 1 ? 'once' : `${n} times`)
const documents = (n: number) => (n === 1 ? '1 document downloaded' : `${n} documents downloaded`)

/** The use of a link in words: 'opened 3 times, last Nov 24 2026 9:05, 1 document downloaded'. */
function usedOf({ opens, openedAt, downloads }: TrackingLink, dateTime: (at: string) => string): string {
  if (openedAt === null) return 'not opened yet'
  const last = opens > 1 ? `, last ${dateTime(openedAt)}` : ` ${dateTime(openedAt)}`
  return `opened ${times(opens)}${last}${downloads > 0 ? `, ${documents(downloads)}` : ''}`
}

/** Working personal links to the tracking page: for whom, whether opened, and buttons that end them. */
export function TrackingLinks({ orderId }: { orderId: number }) {
  const { dateTime } = useDates()
  const [all, setAll] = useState(false)
  const { data } = useQuery(trackingLinksQuery(orderId))
  const live = data?.links.filter(({ state }) => state === 'live') ?? []
  if (!data || (live.length === 0 && data.subscribers === 0)) return null
  const shown = all ? live : live.slice(0, FIRST)
  return (
    <section className={classes.links} aria-label="Tracking links">
      <strong>Tracking links</strong>
      <ul aria-label="Tracking links">
        {shown.map((link) => (
          <li key={link.id}>
            <span>
              {link.email ?? 'No address'}, mailed {dateTime(link.createdAt)}: {usedOf(link, dateTime)}
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Revoke the tracking link for ${link.email ?? 'no address'}, mailed ${dateTime(link.createdAt)}`}
              onClick={() => void revokeTrackingLink(orderId, link.id).catch(showError)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {live.length > shown.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
          Show all {live.length}
        </Button>
      )}
      {data.subscribers > 0 && (
        <p>
          {data.subscribers === 1 ? '1 address gets' : `${data.subscribers} addresses get`} updates on this order by
          mail.
        </p>
      )}
    </section>
  )
}
