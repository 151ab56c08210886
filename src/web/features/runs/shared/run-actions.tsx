import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Role } from '#contract/accounts/session.ts'
import { type Run, type RunWithMails, WORTH_ANOTHER_TRY } from '#contract/runs/runs.ts'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { useFocusAfter } from '#web/ui/dialog/return-focus.ts'
import { changeRun, retryRun, stopRun, troubleQuery, undoRun } from './run-calls.ts'
import { hasOthers } from './run-reasons.tsx'
import { LONG_HELD } from './use-held.ts'
import { watchRun } from './watched-runs.ts'

interface RunActionsProps {
  /** The run; without its reasons until they are read. */
  run: Run & Partial<Pick<RunWithMails, 'reasons'>>
  /** Seconds for which it can be undone. */
  left: number
  size?: 'compact-sm'
}

/** True if a row that could not be taken back may succeed with another undo. */
function useUndoAgain({ id, state, done, finishedAt, heldUntil }: Run): boolean {
  const open = state === 'undone' && finishedAt !== null && done > 0 && Date.parse(heldUntil ?? '') > Date.now()
  const { data } = useQuery({ ...troubleQuery(id, 'done'), enabled: open })
  return open && data?.some(({ reason }) => WORTH_ANOTHER_TRY.includes(reason ?? '')) === true
}

/**
 * The actions on a run, for the person who started it: Stop while it works; afterwards Apply again for failed
 * rows, if some have no remedy of their own, and Undo while the mails are held.
 */
export function RunActions({ run, left, size }: RunActionsProps) {
  const { busy, run: attempt } = useAttempt()
  useFocusAfter(busy)
  const user = useSessionUser()
  const over = run.finishedAt !== null
  const undone = run.state === 'undoing' || run.state === 'undone'
  const undoesAgain = useUndoAgain(run)
  const mayUndo = run.createdBy?.id === user?.id || user?.role.includes(Role.ADMIN) === true
  const act = (call: (id: number) => Promise<unknown>) => void attempt(() => changeRun(run.id, call))
  const again = async (id: number) => {
    await retryRun(id)
    watchRun(run)
  }
  const all = [
    { label: 'Stop', icon: IconPlayerStop, call: stopRun, shown: !over && !undone },
    {
      label: 'Apply again',
      icon: IconRefresh,
      call: again,
      shown: over && !undone && hasOthers({ reasons: [], ...run }),
    },
    { label: 'Undo again', icon: IconArrowBackUp, call: undoRun, shown: undoesAgain && mayUndo },
    {
      label: 'Undo',
      icon: IconArrowBackUp,
      call: undoRun,
      shown: left > 0 && mayUndo,
      title: left > LONG_HELD ? 'Takes everything back.' : `Takes everything back. Possible for ${left} s.`,
    },
  ]
  return all
    .filter(({ shown }) => shown)
    .map(({ label, icon: Icon, call, title }) => (
      <Button
        key={label}
        variant="default"
        size={size}
        title={title}
        leftSection={<Icon size={16} aria-hidden />}
        loading={busy}
        onClick={() => act(call)}
      >
        {label}
      </Button>
    ))
}
