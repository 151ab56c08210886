/** Reads a stored text; null if it is missing or the browser refuses. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it with null; false if the browser refuses. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
    return true
  } catch {
    // A private window or full storage refuses: the app goes on without.
    return false
  }
}

const OURS = 'quayside-'
/** Keys of this browser's settings, which outlive a session. All else in the storage is personal. */
const OF_THE_BROWSER = new Set(
  ['color-scheme', 'menu', 'shortcuts', 'compact-rows', 'passwords-off'].map((name) => `${OURS}${name}`),
)

/** Removes what a session left here: every key of ours that matches and is no setting of the browser. */
export function forgetPersonal(matches: (key: string) => boolean = () => true): void {
  try {
    for (const key of Object.keys(window.localStorage))
      if (key.startsWith(OURS) && !OF_THE_BROWSER.has(key) && matches(key)) window.localStorage.removeItem(key)
  } catch {
    // A browser that refuses has stored nothing.
  }
}

/** Calls back when another tab changed the key. */
export function onStoredElsewhere(key: string, listener: (value: string | null) => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener(readStored(key))
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
