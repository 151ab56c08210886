import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { focusWhenShown } from '#web/lib/browser/focus-when-shown.ts'
import { useOnTop } from './on-top.ts'

interface SideDrawerProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The width in px; never wider than the screen. */
  width: number
  /** The element that takes the focus on closing, if the one that had it on opening is gone. */
  returnTo: () => HTMLElement | null
}

/**
 * A form over the right side of a page, which stays in sight but cannot be used; the focus returns to where
 * it was. Escape, the cross and a click beside it call `onClose`, which asks before input is lost.
 */
export function SideDrawer({ opened, onClose, title, children, width, returnTo }: SideDrawerProps) {
  useReturn(opened, returnTo)
  useStillPage(opened)
  const isOnTop = useOnTop(opened)
  return (
    <Drawer
      opened={opened}
      onClose={() => isOnTop() && onClose()}
      title={title}
      position="right"
      size={`min(${width}px, 100vw)`}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Exit' }}
    >
      {children}
    </Drawer>
  )
}

/** Returns the focus, which Mantine misses for a drawer that is mounted opened. */
function useReturn(opened: boolean, returnTo: () => HTMLElement | null): void {
  const latest = useRef(returnTo)
  latest.current = returnTo
  useEffect(() => {
    if (!opened) return
    const before = document.activeElement
    return () => {
      const had = before instanceof HTMLElement && before !== document.body ? before : null
      focusWhenShown(() => (had?.isConnected ? had : latest.current()))
    }
  }, [opened])
}

/** Keeps screen readers and scripts' focus out of the page beneath. */
function useStillPage(opened: boolean): void {
  useEffect(() => {
    const page = document.querySelector('main')
    if (!opened || !page) return
    page.inert = true
    page.ariaHidden = 'true'
    return () => {
      page.inert = false
      page.ariaHidden = null
    }
  }, [opened])
}
