import type { ReactNode } from 'react'
import classes from './page.module.css'

interface PageTitleProps {
  title: string
  /** The text of the browser's tab, if longer than the title. */
  documentTitle?: string
  /** Content beside the title: a count, a status. */
  aside?: ReactNode
  /** Content at the end of the line: search, buttons. */
  children?: ReactNode
}

/** The head of a screen, which also names the browser's tab. */
export function PageTitle({ title, documentTitle = title, aside, children }: PageTitleProps) {
  return (
    <div className={classes.head}>
      <title>{`${documentTitle} · Quayside`}</title>
      <div className={classes.heading}>
        <h1 className={classes.title}>{title}</h1>
        {aside}
      </div>
      {children && <div className={classes.tools}>{children}</div>}
    </div>
  )
}
