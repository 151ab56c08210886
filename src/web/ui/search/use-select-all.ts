import { type FocusEvent, type PointerEvent, useRef } from 'react'

/**
 * Selects a field's text when it gets the focus, by key or by click, so that typing replaces it. A later
 * click places the caret.
 */
export function useSelectAll() {
  const entering = useRef(false)
  return {
    onPointerDown: ({ currentTarget }: PointerEvent<HTMLInputElement>) => {
      entering.current = document.activeElement !== currentTarget
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
    // The click has placed the caret by now; text selected by dragging stays selected.
    onClick: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      if (entering.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
      entering.current = false
    },
  }
}
