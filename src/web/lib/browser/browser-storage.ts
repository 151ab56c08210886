/** Reads a stored text; null when there is none or the browser refuses. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it with null; a browser that refuses is no error: false. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
    return true
  } catch {
    // Private windows and full storage: the app works on, it only forgets.
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
