import { Button, CopyButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import classes from './integrations.module.css'

interface ShownOnceProps {
  title: string
  /** A noun for it: 'key'. */
  what: string
  secret: string
  /** Words on what its holder can do. */
  warning: string
  /** Words on how it is used. */
  children: ReactNode
  onClose: () => void
}

/** A secret that is shown this one time: Escape does not take it away. */
export function ShownOnce({ title, what, secret, warning, children, onClose }: ShownOnceProps) {
  return (
    <Dialog opened busy onClose={onClose} title={title}>
      <div className={classes.form}>
        <Notice title={`Copy the ${what} now`}>It is not shown again. {warning}</Notice>
        <code className={classes.secret}>{secret}</code>
        <p className={classes.dim}>{children}</p>
        <div className={classes.buttons}>
          <CopyButton value={secret} timeout={3000}>
            {({ copied, copy }) => (
              <Button onClick={copy} data-autofocus>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
