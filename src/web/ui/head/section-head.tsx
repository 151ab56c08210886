import type { ReactNode } from 'react'
import classes from './section-head.module.css'

interface SectionHeadProps {
  /** The id of the heading, for the section that it labels. */
  id?: string
  title: string
  /** How many there are; what is not known yet leaves no gap. */
  count?: ReactNode
  /** Beside the heading: buttons, a search. */
  children?: ReactNode
}

/** The head of a part of a page: its heading, and what can be done with it. */
export function SectionHead({ id, title, count, children }: SectionHeadProps) {
  return (
    <div className={classes.head}>
      <h2 className={classes.title} id={id}>
        {title} {count !== undefined && <span className={classes.count}>{count}</span>}
      </h2>
      {children}
    </div>
  )
}
