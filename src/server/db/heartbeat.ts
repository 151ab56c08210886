/**
 * Says that a worker is alive every `ms` milliseconds, until the returned function is called, which waits for
 * the last word. A failure is passed on and changes nothing: a worker that is silent for too long is taken
 * for gone.
 */
export function startHeartbeat(
  ms: number,
  say: () => Promise<unknown>,
  failed: (error: unknown) => void,
): () => Promise<unknown> {
  let saying: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    saying = say().catch(failed)
  }, ms)
  return () => {
    clearInterval(timer)
    return saying
  }
}
