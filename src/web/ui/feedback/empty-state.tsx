import type { ComponentType, ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  title: string
  /** Words for the missing content: 'No orders yet'. */
  children?: ReactNode
  /** The action that adds the first item. */
  action?: ReactNode
}

/** Fills an empty list or panel and says what will appear there. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Icon size={28} stroke={1.5} aria-hidden />
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
