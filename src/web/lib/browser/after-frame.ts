/**
 * Does the work once the next frame is painted: what a click shows at once is not kept waiting by what it starts. In a hidden
 * tab that is when the tab shows again.
 */
export function afterFrame(work: () => void): void {
  // A frame is painted after its callbacks.
  requestAnimationFrame(() => setTimeout(work))
}
