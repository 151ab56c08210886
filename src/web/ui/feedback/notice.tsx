import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  /** A warning: something may go wrong. */
  warn?: boolean
  title?: string
  children: ReactNode
  /** Read out when it appears. */
  role?: 'alert' | 'status'
}

/** Something to know before going on, within a form or a dialog. */
export function Notice({ warn, title, children, role }: NoticeProps) {
  const Icon = warn ? IconAlertTriangle : IconInfoCircle
  return (
    <div className={classes.notice} data-warn={warn || undefined} role={role}>
      <Icon className={classes.icon} size={18} aria-hidden />
      <div className={classes.text}>
        {title && <div className={classes.title}>{title}</div>}
        {children}
      </div>
    </div>
  )
}
