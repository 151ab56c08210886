import { IconExternalLink } from '@tabler/icons-react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { shownPhone } from '#web/lib/format/phone.ts'
import { CopyOnClick } from '#web/ui/feedback/copy-on-click.tsx'
import { Details } from '#web/ui/page/details.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './order.module.css'

const copied = (value: string | undefined, what: string) => (value ? <CopyOnClick value={value} what={what} /> : EMPTY)

/** The contact of the order and the client's account. */
export function ContactPanel({ head, order }: { head: OrderListItem; order: Order | undefined }) {
  const user = order?.user
  return (
    <section className={classes.panel} aria-label="Contact">
      <Details
        items={[
          { label: 'Name', value: head.yourName || EMPTY },
          { label: 'Company', value: head.companyName || EMPTY },
          { label: 'Address', value: order?.companyAddress || EMPTY },
          { label: 'Email', value: copied(order?.email, 'email address') },
          { label: 'Phone', value: copied(order?.phone && shownPhone(order.phone), 'phone number') },
          { label: 'Canadian Business Number', value: user?.canadianBusinessNumber || EMPTY },
          {
            label: 'Client account',
            value: (
              <TextLink to="/clients/$userId" params={{ userId: String(head.userId) }}>
                {head.username || user?.email || head.userId} <IconExternalLink size={14} aria-hidden />
              </TextLink>
            ),
          },
          {
            label: 'Account email',
            value: (
              <>
                {copied(user?.email, 'account email address')}
                {user && !user.confirmed && ' (not confirmed)'}
              </>
            ),
          },
        ]}
      />
    </section>
  )
}
