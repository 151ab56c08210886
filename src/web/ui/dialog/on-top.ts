import { useCallback, useLayoutEffect, useRef } from 'react'

/** Open dialogs and drawers, the last opened at the end. */
const open: object[] = []

/**
 * Returns a function that says whether the dialog is the one on top. Each open dialog hears every Escape:
 * without this, one press would close a question together with the form beneath it.
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
