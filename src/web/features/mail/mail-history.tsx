import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MailState } from '#contract/codes/mail-state.ts'
import { RecipientRole } from '#contract/mail/mail-codes.ts'
import type { Mail } from '#contract/mail/mails.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { isWaiting, orderMailsQuery } from './mail-queries.ts'
import classes from './order-mails.module.css'
import { RetryMail } from './retry-mail.tsx'
import { CancelMail } from './shared/cancel-mail.tsx'
import { mailStateLook } from './shared/mail-looks.ts'
import { mailReason } from './shared/mail-reason.ts'

/** Every mail of the order: recipient, time, delivery state, text, and Retry for failed ones. */
export function MailHistory({ orderId }: { orderId: number }) {
  const { data: mails } = useQuery(orderMailsQuery(orderId))
  const [shown, setShown] = useState<number | null>(null)
  return (
    <Section title="Mails" aside={mails?.length} open={mails?.some(isStuck) ?? false}>
      {mails?.length === 0 ? (
        <EmptyState icon={IconMail} title="No mails yet">
          Mails sent to the client with events, changes and requests appear here with their delivery state.
        </EmptyState>
      ) : (
        <ul className={classes.list} aria-label="Mails of this order">
          {mails?.map((mail) => (
            <MailRow key={mail.id} mail={mail} onShow={() => setShown(mail.id)} />
          ))}
        </ul>
      )}
      {shown !== null && <MailDialog id={shown} onClose={() => setShown(null)} />}
    </Section>
  )
}

const isStuck = (mail: Mail) =>
  mail.deliveries.some(({ state }) => state === MailState.FAILED || state === MailState.BOUNCED)

function MailRow({ mail, onShow }: { mail: Mail; onShow: () => void }) {
  const { dateTime } = useDates()
  const to = mail.deliveries.find(({ role }) => role === RecipientRole.TO)
  const copies = mail.deliveries.filter(({ role }) => role === RecipientRole.COPY)
  return (
    <li className={classes.mail}>
      <div>
        <div className={classes.subject}>{mail.subject || 'No subject'}</div>
        <div className={classes.facts}>
          To {to?.address ?? 'nobody'} · {dateTime(to?.sentAt ?? mail.createdAt)}
          {mail.createdBy && ` · by ${mail.createdBy}`}
        </div>
        {copies.length > 0 && (
          <ul className={classes.copies} aria-label="Copies">
            {copies.map((copy) => (
              <li key={copy.id}>
                <span>Copy to {copy.address}</span>
                <StatusBadge {...mailStateLook(copy.state)} />
                {mailReason(copy) && (
                  <span className={classes.reason} data-state={copy.state}>
                    {mailReason(copy)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes.side}>
        {to && <StatusBadge {...mailStateLook(to.state)} />}
        <RetryMail mail={mail} />
        {isWaiting(mail) && <CancelMail id={mail.id} subject={mail.subject} />}
        <Button size="compact-sm" variant="default" onClick={onShow} aria-label={`Show the mail ${mail.subject}`}>
          Show
        </Button>
      </div>
      {to && mailReason(to) && (
        <div className={classes.reason} data-state={to.state}>
          {mailReason(to)}
        </div>
      )}
    </li>
  )
}
