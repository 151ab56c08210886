import { type FocusEvent, type PointerEvent, useRef } from 'react'

/** Selects a field's text when the field gets the focus, by key or by click, so that typing replaces it. A later click puts the caret. */
export function useSelectAll() {
  const entering = useRef(false)
  return {
    onPointerDown: ({ currentTarget }: PointerEvent<HTMLInputElement>) => {
      entering.current = document.activeElement !== currentTarget
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
    // The click has put the caret meanwhile; text chosen by dragging stays.
    onClick: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      if (entering.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
      entering.current = false
    },
  }
}
