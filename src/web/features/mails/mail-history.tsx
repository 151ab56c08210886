import { Button } from '@mantine/core'
import { IconMail, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mail } from '#contract/mails/mails.ts'
import { mailStateLook } from '#web/model/mails/mail-looks.ts'
import { useDates } from '#web/model/session/settings.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { orderMailsQuery, useRetry } from './mail-queries.ts'
import classes from './order-mails.module.css'

/** Every mail of the order: to whom, when, where it stands, its text, and Retry for what failed. */
export function MailHistory({ orderId }: { orderId: number }) {
  const { data: mails } = useQuery(orderMailsQuery(orderId))
  const [shown, setShown] = useState<number | null>(null)
  return (
    <Section title="Mails" aside={mails?.length} open={mails?.some(isStuck) ?? false} key={String(mails !== undefined)}>
      {mails?.length === 0 ? (
        <EmptyState icon={IconMail} title="No mail yet">
          Mails that go to the client with events, changes and requests stand here with their state.
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

const isStuck = (mail: Mail) => mail.deliveries.some(({ state }) => state === 'failed')
const mayRetry = (mail: Mail) => mail.deliveries.some(({ state }) => state === 'failed' || state === 'unsent')

function MailRow({ mail, onShow }: { mail: Mail; onShow: () => void }) {
  const { dateTime } = useDates()
  const retry = useRetry()
  const to = mail.deliveries.find(({ role }) => role === 'to')
  const copies = mail.deliveries.filter(({ role }) => role === 'copy')
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
                {copy.reason && copy.state !== 'sent' && <span className={classes.reason}>{copy.reason}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes.side}>
        {to && <StatusBadge {...mailStateLook(to.state)} />}
        {mayRetry(mail) && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate(mail.id)}
          >
            Retry
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={onShow} aria-label={`Show the mail ${mail.subject}`}>
          Show
        </Button>
      </div>
      {to?.reason && to.state !== 'sent' && <div className={classes.reason}>{to.reason}</div>}
    </li>
  )
}
