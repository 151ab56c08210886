import { useQuery } from '@tanstack/react-query'
import { copiesQuery } from './mail-queries.ts'
import classes from './order-page.module.css'

/** Says before sending to whom a mail goes. */
export function NotifyHint({ on, address }: { on: boolean; address: string }) {
  const { data: copies = 0 } = useQuery({ ...copiesQuery, enabled: on })
  if (!on) return null
  return (
    <p className={classes.hint} role="status">
      {address
        ? `Mail goes to ${address}${copies > 0 ? `, copies to ${copies}` : ''}`
        : 'This order has no mail address: no mail goes out.'}
    </p>
  )
}
