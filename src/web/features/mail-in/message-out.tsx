import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailState } from '#contract/codes/mail-state.ts'
import type { OrderMail } from '#contract/mail-in/mail-in.ts'
import { MailHtml } from '#web/features/mail/shared/mail-body.tsx'
import { mailStateLook } from '#web/features/mail/shared/mail-looks.ts'
import { mailQuery } from '#web/features/mail/shared/mail-query.ts'
import { mailReason } from '#web/features/mail/shared/mail-reason.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import classes from './shared/thread.module.css'

const HEIGHT = 300

/** A mail of ours in a thread: one line, and its text once it is opened. */
export function MessageOut({ row }: { row: OrderMail }) {
  const { recent, dateTime } = useDates()
  const [opened, setOpened] = useState(false)
  const state = mailState.safeParse(row.state).data
  return (
    <li className={classes.message} data-out data-mail={`out ${row.id}`}>
      <UnstyledButton className={classes.opener} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <span className={classes.who}>We to {row.toAddresses.join(', ') || 'nobody'}</span>
        <time className={classes.at} dateTime={row.at} title={dateTime(row.at)}>
          {recent(row.at)}
        </time>
        <span className={classes.snippet}>{row.snippet}</span>
        {state && <StatusBadge {...mailStateLook(state)} />}
      </UnstyledButton>
      {opened && <Body id={row.id} />}
    </li>
  )
}

function Body({ id }: { id: number }) {
  const query = useQuery(mailQuery(id))
  const fault = faultOf(query.error)
  if (fault) return <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  if (!query.data) return <LoadingBlock height={HEIGHT} />
  const { html, createdBy, deliveries } = query.data
  return (
    <div className={classes.body}>
      <p className={classes.dim}>{createdBy ? `By ${createdBy}` : 'By Quayside'}</p>
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id} className={classes.line}>
            {delivery.address} <StatusBadge {...mailStateLook(delivery.state)} />
            {mailReason(delivery) && <span className={classes.dim}>{mailReason(delivery)}</span>}
          </li>
        ))}
      </ul>
      {html === null ? (
        <p className={classes.dim}>This mail is not shown because its link gives access to the account.</p>
      ) : (
        <MailHtml html={html} title="Mail as sent" width="100%" height={HEIGHT} />
      )}
    </div>
  )
}
