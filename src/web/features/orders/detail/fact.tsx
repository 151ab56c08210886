import type { ReactNode } from 'react'
import classes from './order-facts.module.css'

/** A fact of an order in its grid. It has the same height whether it is known yet or not. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface ValueProps {
  /** The value in one line; what is too long for it ends in an ellipsis. */
  children: ReactNode
  /** More about the value, in the line below it. */
  more?: ReactNode
  /** True for what is late: the value, or only what is said about it. */
  late?: boolean | 'more'
}

/** The value of a fact, in two lines. */
export function Value({ children, more, late = false }: ValueProps) {
  return (
    <span className={classes.lines}>
      <span className={classes.value} data-late={late === true || undefined}>
        {children}
      </span>
      <span className={classes.more} data-late={late !== false || undefined}>
        {more}
      </span>
    </span>
  )
}
