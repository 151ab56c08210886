import { useQuery } from '@tanstack/react-query'
import { mailStateLook } from '#web/model/mails/mail-looks.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { orderMailsQuery } from './mail-queries.ts'
import classes from './order-mails.module.css'

/** Where the mail about the last change of an order stands. */
export function ChangedMail({ orderId }: { orderId: number }) {
  const { data } = useQuery(orderMailsQuery(orderId))
  const mail = data?.find(({ kind }) => kind === 'order-changed')
  const to = mail?.deliveries.find(({ role }) => role === 'to')
  if (!to) return null
  return (
    <p className={classes.notified} role="status">
      Mail to {to.address} <StatusBadge {...mailStateLook(to.state)} />
      {to.reason && to.state !== 'sent' && <span>{to.reason}</span>}
    </p>
  )
}
