/** Reads a stored text; null when it is missing or the browser refuses. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it with null; false when the browser refuses. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
    return true
  } catch {
    // A private window or full storage: the app goes on without it.
    return false
  }
}

const OURS = 'quayside-'
/** How somebody likes this browser to look: all that outlives a session. Whatever else is stored belongs to a person. */
const OF_THE_BROWSER = new Set(
  ['color-scheme', 'menu', 'shortcuts', 'compact-rows', 'passwords-off'].map((name) => `${OURS}${name}`),
)

/** Removes what a session left in this browser: everything of ours that is not a setting of the browser, and matches. */
export function forgetPersonal(matches: (key: string) => boolean = () => true): void {
  try {
    for (const key of Object.keys(window.localStorage))
      if (key.startsWith(OURS) && !OF_THE_BROWSER.has(key) && matches(key)) window.localStorage.removeItem(key)
  } catch {
    // The browser refuses: then nothing was stored.
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
