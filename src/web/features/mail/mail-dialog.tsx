import { SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecipientRole } from '#contract/mail/mail-codes.ts'
import type { Mail } from '#contract/mail/mails.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { FRAME_DIALOG_WIDTH } from '#web/ui/rich-text/sandboxed-html.tsx'
import { isWaiting } from './mail-queries.ts'
import classes from './mails.module.css'
import { RetryMail } from './retry-mail.tsx'
import { CancelMail } from './shared/cancel-mail.tsx'
import { MailHtml, MailText } from './shared/mail-body.tsx'
import { mailStateLook } from './shared/mail-looks.ts'
import { mailQuery } from './shared/mail-query.ts'
import { mailReason } from './shared/mail-reason.ts'

/** A mail of the outbox: its text as sent, every recipient with delivery state and reason, and Retry. */
export function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(mailQuery(id))
  const [shown, setShown] = useState('html')
  const mail = query.data
  const fault = faultOf(query.error)
  return (
    <Dialog opened onClose={onClose} title={mail ? mail.subject || 'No subject' : 'Mail'} size={FRAME_DIALOG_WIDTH}>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {!mail && !fault && <Skeleton height={560} />}
      {mail && (
        <>
          <Deliveries mail={mail} />
          <div className={classes.bar}>
            {mail.html !== null && (
              <SegmentedControl
                size="xs"
                aria-label="Show as"
                value={shown}
                onChange={setShown}
                data={[
                  { value: 'html', label: 'Mail' },
                  { value: 'text', label: 'Text' },
                ]}
              />
            )}
            <RetryMail mail={mail} />
            {isWaiting(mail) && <CancelMail id={mail.id} subject={mail.subject} />}
          </div>
          <Text mail={mail} shown={shown} />
        </>
      )}
    </Dialog>
  )
}

function Text({ mail, shown }: { mail: { html: string | null; text: string | null }; shown: string }) {
  if (mail.html === null)
    return <p className={classes.dim}>This mail is not shown because its link gives access to the account.</p>
  return shown === 'text' ? <MailText text={mail.text} /> : <MailHtml html={mail.html} title="Mail as sent" />
}

const ROLE_WORDS = { [RecipientRole.TO]: 'To', [RecipientRole.CC]: 'Cc', [RecipientRole.COPY]: 'Copy to' } as const

function Deliveries({ mail }: { mail: Mail }) {
  const { dateTime } = useDates()
  return (
    <ul className={classes.deliveries} aria-label="Recipients">
      {mail.deliveries.map(({ id, role, address, state, sentAt, reason, attempts, bounce }) => (
        <li key={id}>
          <span>
            {ROLE_WORDS[role]} {address}
          </span>
          <StatusBadge {...mailStateLook(state)} />
          {sentAt && <span className={classes.dim}>{dateTime(sentAt)}</span>}
          {attempts > 1 && <span className={classes.dim}>{attempts} attempts</span>}
          {mailReason({ state, reason }) && (
            <span className={classes.reason} data-state={state}>
              {mailReason({ state, reason })}
            </span>
          )}
          {bounce?.soft && <span className={classes.dim}>Delayed: {bounce.text}</span>}
          {bounce && bounce.mailInId !== null && (
            <TextLink to="/inbox" search={{ view: 'ignored', mail: bounce.mailInId }}>
              The report
            </TextLink>
          )}
        </li>
      ))}
    </ul>
  )
}
