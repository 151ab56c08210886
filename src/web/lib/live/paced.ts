interface Pace {
  /** Milliseconds from the first wish to the work: what comes together is done together. */
  after: number
  /** The least milliseconds from the end of the work to its next begin. */
  gap: number
}

/**
 * Work that is wished for often and done seldom: soon after the first wish, never twice at once, and again if it was
 * wished for meanwhile. Work that fails is done again with the next wish.
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
