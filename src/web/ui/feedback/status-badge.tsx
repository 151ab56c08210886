import type { ComponentType, ReactNode } from 'react'
import classes from './status-badge.module.css'

/** What a status means to the reader; the colour follows from it, the word and the icon say it. */
export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

interface StatusBadgeProps {
  tone: Tone
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  children: ReactNode
}

/** A status: icon and word, and only then a colour. */
export function StatusBadge({ tone, icon: Icon, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={15} aria-hidden />
      <span className={classes.word}>{children}</span>
    </span>
  )
}
