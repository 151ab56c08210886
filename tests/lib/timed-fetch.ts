/** An answer to one call; status 0 means that there was none. */
export interface Answer {
  path: string
  status: number
  retryAfter: string | null
  /** The response text, or how the connection failed. */
  text: string
  /** Milliseconds since the epoch, and the duration in milliseconds. */
  at: number
  ms: number
}

/** A call under load: resolves with its outcome and timing, never rejects. */
export async function timedFetch(url: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const at = Date.now()
  try {
    const reply = await fetch(url + path, init)
    const text = await reply.text()
    return { path, at, status: reply.status, retryAfter: reply.headers.get('retry-after'), text, ms: Date.now() - at }
  } catch (error) {
    return { path, at, status: 0, retryAfter: null, text: String(error), ms: Date.now() - at }
  }
}
