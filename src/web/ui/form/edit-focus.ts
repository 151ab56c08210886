import { useEffect, useRef } from 'react'

const isLost = () => document.activeElement === document.body

/** Gives an Edit button the focus back when its form has just closed (`returned`). */
export function useReturnedFocus(returned: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (returned && isLost()) button.current?.focus()
  }, [returned])
  return button
}

/** Focuses the first field of the form behind an Edit button, as the button is gone. */
export function useFocusFirstField() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isLost()) form.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [])
  return form
}
