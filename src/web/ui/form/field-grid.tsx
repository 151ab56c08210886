import type { ReactNode } from 'react'
import classes from './field-grid.module.css'

interface FieldGridProps {
  children: ReactNode
  /** True for fields that belong together two by two, such as an estimated and an actual date: a row for each. */
  pairs?: boolean
}

/** Fields of a form side by side where there is room. */
export function FieldGrid({ children, pairs }: FieldGridProps) {
  return (
    <div className={classes.grid} data-pairs={pairs || undefined}>
      {children}
    </div>
  )
}

/** A field that spans the whole row of the grid. */
export function WideField({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>
}
