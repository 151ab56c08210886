let pressed = false
const setPressed = (now: boolean) => () => {
  pressed = now
}
window.addEventListener('pointerdown', setPressed(true), true)
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, setPressed(false), true)

/**
 * Does something at once, or once the pointer that is pressed has clicked: what appears on a press moves the
 * button from under it, and the click is lost.
 */
export function afterPress(act: () => void): void {
  if (pressed) window.addEventListener('pointerup', () => window.setTimeout(act), { once: true })
  else act()
}
