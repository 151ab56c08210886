import type { ReactNode } from 'react'
import classes from './field-grid.module.css'

/** Fields of a form side by side where there is room. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>
}

/** A field that spans the whole row of the grid. */
export function WideField({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>
}
