import type { ReactNode } from 'react'
import classes from './editor-bar.module.css'

/** The buttons of a long editor: they stick to the window's foot while the editor's own foot is out of sight. */
export const EditorBar = ({ children }: { children: ReactNode }) => <div className={classes.bar}>{children}</div>
