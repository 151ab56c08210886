import classes from './mail-goes-to.module.css'

interface MailGoesToProps {
  /** The recipient; '' if the order has no email address. */
  address: string
  /** The number of further recipients. */
  copies: number
}

/** Shows who will get an order's mail before it is sent. */
export function MailGoesTo({ address, copies }: MailGoesToProps) {
  return (
    <p className={classes.hint} role="status">
      {address
        ? `Mail goes to ${address}${copies > 0 ? `, copies to ${copies}` : ''}`
        : 'This order has no email address, so no mail is sent.'}
    </p>
  )
}
