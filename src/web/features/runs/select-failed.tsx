import { Button } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { nounOf, type Run } from '#contract/runs/runs.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { countOf, shown, usePicked } from '#web/model/bulk/picked.ts'
import { selectLeft } from '#web/model/bulk/settle-run.ts'

/** Paths of the list of orders. */
const LISTS = ['/', '/orders']

/**
 * Selects the orders that a run could not do again, with the reasons, after a reload or the person has ended
 * the selection. It is offered under the list of orders, while nothing is selected there.
 */
export function SelectFailed({ run }: { run: Run }) {
  const { busy, run: attempt } = useAttempt()
  const listed = useRouterState({ select: ({ location }) => LISTS.includes(location.pathname) })
  const rows = useStore(shown).length
  const selected = usePicked(countOf)
  const { kind, state, finishedAt, total, done, failed } = run
  const stopped = state === 'stopped'
  const left = stopped ? total - done : failed
  if (!finishedAt || state === 'undone' || nounOf(kind) !== 'order' || left === 0) return null
  if (!listed || rows === 0 || selected > 0) return null
  return (
    <Button size="compact-sm" variant="default" loading={busy} onClick={() => void attempt(() => selectLeft(run))}>
      {stopped ? 'Select the orders not done' : 'Select the failed orders'}
    </Button>
  )
}
