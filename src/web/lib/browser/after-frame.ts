/**
 * Does the work after the next frame is painted, so that a click shows at once. In a hidden tab, that is when
 * the tab shows again.
 */
export function afterFrame(work: () => void): void {
  // Callbacks of a frame run before it is painted.
  requestAnimationFrame(() => setTimeout(work))
}
