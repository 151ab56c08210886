import type { ReactNode } from 'react'
import classes from './section-head.module.css'

interface SectionHeadProps {
  /** The id of the heading, for the section that it labels. */
  id?: string
  title: string
  /** The number of records; while it is unknown, it leaves no gap. */
  count?: ReactNode
  /** Content beside the heading: buttons, a search. */
  children?: ReactNode
}

/** The head of a part of a page: its heading and its actions. */
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
