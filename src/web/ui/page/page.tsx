import type { ReactNode } from 'react'
import classes from './page.module.css'

interface PageProps {
  children: ReactNode
  /** True for a list that fills the available height. */
  fill?: boolean
  /** True for the greatest width at which forms and text read well. */
  narrow?: boolean
}

/** The body of a screen, with the spacing that all screens share. */
export function Page({ children, fill, narrow }: PageProps) {
  return (
    <div className={classes.page} data-fill={fill || undefined} data-narrow={narrow || undefined}>
      {children}
    </div>
  )
}
