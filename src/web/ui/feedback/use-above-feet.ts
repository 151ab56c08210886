import { type RefObject, useLayoutEffect } from 'react'

/** Pixels between a bar of buttons and what is above it. */
const GAP = 8
/** Milliseconds after which the place is looked at again: dialogs open and grow while something is shown. */
const AGAIN_MS = 200

/**
 * Keeps a fixed stack, while it shows something, above the bars of buttons (`data-foot`) of dialogs and forms that it would
 * cover, by its style `--above` in px.
 */
export function useAboveFeet(stack: RefObject<HTMLElement | null>, shows: boolean): void {
  useLayoutEffect(() => {
    const element = stack.current
    if (!shows || !element) return
    const place = () => element.style.setProperty('--above', `${overlapOf(element)}px`)
    place()
    const timer = window.setInterval(place, AGAIN_MS)
    return () => {
      window.clearInterval(timer)
      element.style.removeProperty('--above')
    }
  }, [stack, shows])
}

/** Pixels by which the stack must go up from its usual place. */
function overlapOf(stack: HTMLElement): number {
  const now = Number.parseFloat(stack.style.getPropertyValue('--above')) || 0
  const { left, right, top, bottom, height } = stack.getBoundingClientRect()
  const usual = { left, right, top: top + now, bottom: bottom + now }
  const feet = [...document.querySelectorAll('[data-foot]')].map((foot) => foot.getBoundingClientRect())
  const covered = feet.filter(
    (foot) =>
      foot.height > 0 &&
      foot.left < usual.right &&
      foot.right > usual.left &&
      foot.top < usual.bottom &&
      foot.bottom > usual.top,
  )
  const highest = Math.min(usual.bottom, ...covered.map((foot) => foot.top - GAP))
  // A bar near the top of the window leaves no room above it.
  return highest < height ? 0 : usual.bottom - highest
}
