/** Frames to wait for a field to show: half a second. */
const MOST_FRAMES = 30

/** Focuses a field as soon as it shows: in a panel that is still opening, it cannot take the focus. */
export function focusWhenShown(find: () => HTMLElement | null | undefined, frames = MOST_FRAMES): void {
  window.requestAnimationFrame(() => {
    const field = find()
    field?.focus()
    if (frames > 0 && (!field || document.activeElement !== field)) focusWhenShown(find, frames - 1)
  })
}
