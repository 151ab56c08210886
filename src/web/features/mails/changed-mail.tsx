import { useQuery } from '@tanstack/react-query'
import { MailKind, MailState, RecipientRole } from '#contract/mails/mails.ts'
import { mailStateLook } from '#web/model/mails/mail-looks.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { orderMailsQuery } from './mail-queries.ts'
import classes from './order-mails.module.css'

/** The delivery state of the mail about the last change of an order. */
export function ChangedMail({ orderId }: { orderId: number }) {
  const { data } = useQuery(orderMailsQuery(orderId))
  const mail = data?.find(({ kind }) => kind === MailKind.ORDER_CHANGED)
  const to = mail?.deliveries.find(({ role }) => role === RecipientRole.TO)
  if (!to) return null
  return (
    <p className={classes.notified} role="status">
      Mail to {to.address} <StatusBadge {...mailStateLook(to.state)} />
      {to.reason && to.state !== MailState.SENT && <span>{to.reason}</span>}
    </p>
  )
}
