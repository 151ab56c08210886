/** How one call was answered; status 0: not at all. */
export interface Answer {
  path: string
  status: number
  retryAfter: string | null
  /** What the server said, or how the connection failed. */
  text: string
  /** Milliseconds since the epoch, and how many it took. */
  at: number
  ms: number
}

/** A call under load: it answers however it goes, and when. */
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
