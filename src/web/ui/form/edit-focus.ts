import { useEffect, useRef } from 'react'

const isLost = () => document.activeElement === document.body

/** For an Edit button: it takes the focus again when its form has just been closed (`returned`). */
export function useReturnedFocus(returned: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (returned && isLost()) button.current?.focus()
  }, [returned])
  return button
}

/** For the form behind an Edit button: its first field gets the focus; the button itself is gone then. */
export function useFocusFirstField() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isLost()) form.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [])
  return form
}
