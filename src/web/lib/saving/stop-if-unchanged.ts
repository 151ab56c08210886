import { showInfo } from '#web/lib/feedback/toast.ts'

/** The message of a save that would change nothing. */
export const NOTHING_CHANGED = 'Nothing was changed.'

/** Ends a save that would change nothing: says so, and throws an AbortError, which forms take as no failure. */
export function stopIfUnchanged(isChanged: boolean): void {
  if (isChanged) return
  showInfo(NOTHING_CHANGED)
  throw new DOMException(NOTHING_CHANGED, 'AbortError')
}
