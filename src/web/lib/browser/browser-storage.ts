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

/** Calls back when another tab changed the key. */
export function onStoredElsewhere(key: string, listener: (value: string | null) => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener(readStored(key))
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
