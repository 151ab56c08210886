/**
 * Makes a closed terminal, and the end of the npm that started this process, count as SIGTERM. npm passes SIGTERM to
 * the shell between it and us only, and that shell dies of it without telling anyone.
 */
export function stopWithParent() {
  const stop = () => process.kill(process.pid, 'SIGTERM')
  process.on('SIGHUP', stop)
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 200)
  watch.unref()
}
