import { Portal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './print-frame.module.css'

interface PrintFrameProps {
  title: string
  /** The line below the title. */
  about: ReactNode
  children: ReactNode
}

/** The page on A4, for print only: everything else is left out. */
export const PrintFrame = ({ title, about, children }: PrintFrameProps) => (
  <Portal>
    <article className={classes.sheet} data-sheet aria-label="Print view">
      <header className={classes.head}>
        <h1>{title}</h1>
        <p>{about}</p>
      </header>
      {children}
    </article>
  </Portal>
)

/** Columns of blocks, side by side. */
export const PrintColumns = ({ children }: { children: ReactNode }) => <div className={classes.columns}>{children}</div>

/** A block over the whole width, its lines in two columns. */
export const PrintWide = ({ children }: { children: ReactNode }) => <div className={classes.wide}>{children}</div>
