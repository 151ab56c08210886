import type { ComponentType, ReactNode } from 'react'
import classes from './status-badge.module.css'

/** The meaning of a status, which decides its colour; word and icon carry it too. */
export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

interface StatusBadgeProps {
  tone: Tone
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  children: ReactNode
}

/** A status by icon and word; colour only supports them. */
export function StatusBadge({ tone, icon: Icon, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={15} aria-hidden />
      <span className={classes.word}>{children}</span>
    </span>
  )
}
