import type { Run } from '#contract/runs/runs.ts'

/** '24 of 37, 2 failed' while it runs; what became of it afterwards. A run with one failure is never called a success. */
export function runWords({ state, finishedAt, total, done, failed }: Run): string {
  const orders = (n: number) => `${n} order${n === 1 ? '' : 's'}`
  if (state === 'undone') {
    if (!finishedAt) return 'Undoing'
    return done > 0 ? `Undone, but ${orders(done)} stay as changed` : 'Undone'
  }
  const failures = failed > 0 ? `, ${failed} failed` : ''
  if (!finishedAt) return `${done} of ${total}${failures}`
  if (total === 0) return 'The dates were changed'
  return `${state === 'stopped' ? 'Stopped: ' : ''}${failed > 0 || state === 'stopped' ? `${done} of ${orders(total)}` : orders(done)} changed${failures}`
}
