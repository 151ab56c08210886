import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  /** True for a warning: something may go wrong. */
  warn?: boolean
  title?: string
  children: ReactNode
  /** The role that makes screen readers read it out. */
  role?: 'alert' | 'status'
}

/** A notice to read before going on, within a form or a dialog. */
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
