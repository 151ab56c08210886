import { Checkbox } from '@mantine/core'
import type { ComponentProps } from 'react'
import { MailGoesTo } from './mail-goes-to.tsx'

interface NotifyUserProps extends ComponentProps<typeof MailGoesTo> {
  on: boolean
  onChange: (on: boolean) => void
}

/** The switch 'Notify user', which names the recipient before sending. */
export function NotifyUser({ on, onChange, ...mail }: NotifyUserProps) {
  return (
    <>
      <Checkbox label="Notify user" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      {on && <MailGoesTo {...mail} />}
    </>
  )
}
