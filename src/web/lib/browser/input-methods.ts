/** The key code of a key that an input method has taken. Safari ends the composition before such a key. */
const TAKEN = 229

/** True for a key press that belongs to an input method, such as the Enter that chooses a word. */
const isOfInputMethod = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === TAKEN

function keep(event: KeyboardEvent): void {
  if (!isOfInputMethod(event)) return
  // The browser would act on a key that the input method has not taken: Enter would send the form half-typed.
  if (event.keyCode !== TAKEN && ['Enter', 'Escape', 'Tab'].includes(event.key)) event.preventDefault()
  const editor = event.target instanceof Element && event.target.closest('[contenteditable="true"]')
  // A code editor watches the keys of its own compositions; nothing around it does.
  if (editor) editor.addEventListener('keydown', (inside) => inside.stopPropagation(), { once: true })
  else event.stopImmediatePropagation()
}

/**
 * Leaves the keys of a composition to the input method (Chinese, Japanese, Korean …): no field, dialog, list or
 * shortcut of the page sees them, so that none has to ask. Call it before anything listens to keys. Returns a function that
 * ends this.
 */
export function keepKeysOfInputMethods(): () => void {
  // Capture at the window comes before every other listener.
  window.addEventListener('keydown', keep, true)
  return () => window.removeEventListener('keydown', keep, true)
}
