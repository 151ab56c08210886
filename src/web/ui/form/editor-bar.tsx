import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './editor-bar.module.css'

/**
 * The buttons of a long editor: they stick to the window's foot while the editor's own foot is out of sight.
 * Toasts stay above.
 */
export function EditorBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--qs-foot', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--qs-foot')
    }
  }, [])
  return (
    <div ref={bar} className={classes.bar}>
      {children}
    </div>
  )
}
