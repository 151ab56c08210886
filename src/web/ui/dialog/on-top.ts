import { useCallback, useLayoutEffect, useRef } from 'react'

/** The dialogs and drawers that are open, the last opened at the end. */
const open: object[] = []

/**
 * Tells whether a dialog is the one on top. Each open one hears every Escape: without this, one press would close a
 * question together with the form beneath it.
 */
export function useOnTop(opened: boolean): () => boolean {
  const me = useRef({})
  useLayoutEffect(() => {
    const mine = me.current
    if (!opened) return
    open.push(mine)
    return () => {
      open.splice(open.indexOf(mine), 1)
    }
  }, [opened])
  return useCallback(() => open.at(-1) === me.current, [])
}
