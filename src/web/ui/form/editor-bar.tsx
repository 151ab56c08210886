import type { ReactNode } from 'react'
import classes from './editor-bar.module.css'

/** The buttons of a long editor: at the foot of the window as long as its own foot is out of sight. */
export const EditorBar = ({ children }: { children: ReactNode }) => <div className={classes.bar}>{children}</div>
