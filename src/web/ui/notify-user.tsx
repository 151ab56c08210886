import { Checkbox } from '@mantine/core'
import classes from './notify-user.module.css'

interface NotifyUserProps {
  on: boolean
  onChange: (on: boolean) => void
  /** Where the mail goes; '' when there is no address. */
  address: string
  /** How many others get a copy. */
  copies: number
}

/** 'Notify user', which says before sending to whom the mail goes. */
export function NotifyUser({ on, onChange, address, copies }: NotifyUserProps) {
  return (
    <>
      <Checkbox label="Notify user" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      {on && (
        <p className={classes.hint} role="status">
          {address
            ? `Mail goes to ${address}${copies > 0 ? `, copies to ${copies}` : ''}`
            : 'This order has no mail address: no mail goes out.'}
        </p>
      )}
    </>
  )
}
