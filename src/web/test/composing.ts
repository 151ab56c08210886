import { fireEvent } from '@testing-library/react'

/** Types by an input method: composes each of the texts in turn and leaves the last one in composition. */
export function compose(field: HTMLInputElement | HTMLTextAreaElement, ...texts: string[]): void {
  fireEvent.compositionStart(field)
  for (const text of texts) {
    fireEvent.compositionUpdate(field, { data: text })
    fireEvent.input(field, { target: { value: text }, isComposing: true, inputType: 'insertCompositionText' })
  }
}

/** The events of a key that belongs to the input method, as Chromium and Firefox, and as Safari send them. */
export const KEYS_OF_COMPOSITIONS = [
  ['while composing', { isComposing: true, keyCode: 229 }],
  ['of a browser that tells the key', { isComposing: true, keyCode: 13 }],
  ['after the composition, as in Safari', { isComposing: false, keyCode: 229 }],
] as const
