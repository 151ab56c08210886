import classes from './mail-goes-to.module.css'

interface MailGoesToProps {
  /** Where the mail goes; '' when there is no address. */
  address: string
  /** How many others get a copy. */
  copies: number
}

/** Says before a mail of an order is sent to whom it goes. */
export function MailGoesTo({ address, copies }: MailGoesToProps) {
  return (
    <p className={classes.hint} role="status">
      {address
        ? `Mail goes to ${address}${copies > 0 ? `, copies to ${copies}` : ''}`
        : 'This order has no mail address: no mail goes out.'}
    </p>
  )
}
