import { useQuery } from '@tanstack/react-query'
import { MailKind, RecipientRole } from '#contract/mail/mail-codes.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { orderMailsQuery } from './mail-queries.ts'
import classes from './order-mails.module.css'
import { mailStateLook } from './shared/mail-looks.ts'
import { mailReason } from './shared/mail-reason.ts'

/** The delivery state of the mail about the last change of an order. */
export function ChangedMail({ orderId }: { orderId: number }) {
  const { data } = useQuery(orderMailsQuery(orderId))
  const mail = data?.find(({ kind }) => kind === MailKind.ORDER_CHANGED)
  const to = mail?.deliveries.find(({ role }) => role === RecipientRole.TO)
  if (!to) return null
  return (
    <p className={classes.notified} role="status">
      Mail to {to.address} <StatusBadge {...mailStateLook(to.state)} />
      {mailReason(to) && <span>{mailReason(to)}</span>}
    </p>
  )
}
