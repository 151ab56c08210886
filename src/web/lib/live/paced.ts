interface Pace {
  /** Milliseconds from the first wish to the work; wishes in between are one. */
  after: number
  /** The least milliseconds from the end of the work to its next start. */
  gap: number
}

/**
 * Paces work that is often wished for: it starts soon after the first wish, never runs twice at once, and
 * runs again if it was wished for meanwhile. Work that fails is repeated with the next wish.
 */
export function paced(work: () => unknown, { after, gap }: Pace) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [wished, busy, stopped, freeAt] = [false, false, false, 0]
  const plan = () => {
    if (!busy && !stopped) timer ??= setTimeout(() => void run(), Math.max(after, freeAt - Date.now()))
  }
  const run = async () => {
    timer = undefined
    wished = false
    busy = true
    await Promise.resolve()
      .then(work)
      .catch(() => undefined)
    busy = false
    freeAt = Date.now() + gap
    if (wished) plan()
  }
  return {
    wish: () => {
      wished = true
      plan()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
