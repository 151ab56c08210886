import { readFileSync } from 'node:fs'

/**
 * Whether npm had ended before this process could look. Process 1 takes its orphans, unless it is npm itself,
 * as in a container.
 */
function isOrphan() {
  if (process.ppid !== 1) return false
  try {
    return !/npm|yarn|bun/.test(readFileSync('/proc/1/cmdline', 'utf8'))
  } catch {
    return true
  }
}

/**
 * Treats a closed terminal, and the end of the npm that started this process, as SIGTERM. npm passes SIGTERM
 * only to the shell in between, which silently dies of it.
 */
export function stopWithParent() {
  const stop = () => process.kill(process.pid, 'SIGTERM')
  process.on('SIGHUP', stop)
  if (!process.env.npm_lifecycle_event) return
  if (isOrphan()) return stop()
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 200)
  watch.unref()
}

/** Calls `stop` once, when this process is asked to stop, by a signal or as described above. */
export function onStop(stop) {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (asked) return
      asked = true
      stop()
    })
  }
  stopWithParent()
}
