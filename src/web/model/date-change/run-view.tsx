import { Button, Progress } from '@mantine/core'
import { IconArrowBackUp, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Run, RunItem } from '#contract/runs/runs.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import classes from './date-change.module.css'
import { refreshDates, retryRun, runQuery, stopRun, troubleQuery, undoRun } from './date-change-calls.ts'
import { runWords } from './run-words.ts'

interface RunViewProps {
  started: Run
  onClose: () => void
}

/** Seconds until the mails leave; 0 before the last row, and once they have left. Counted from when the answer came. */
function useHeld(run: Run): number {
  const { finishedAt, heldUntil, state } = run
  const held = finishedAt && heldUntil && state !== 'undone' ? Date.parse(heldUntil) - Date.parse(finishedAt) : 0
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const end = Date.now() + held
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    tick()
    const timer = window.setInterval(tick, 1000)
    return () => window.clearInterval(timer)
  }, [held])
  return left
}

/** How far the change is, what did not work, and the way back. */
export function RunView({ started, onClose }: RunViewProps) {
  const run = useQuery({ ...runQuery(started.id), initialData: started }).data
  const left = useHeld(run)
  const over = run.finishedAt !== null
  useEffect(() => {
    if (over) void refreshDates()
  }, [over])
  const { failed, done, total, state } = run
  const close = () => {
    if (left > 0) offerUndo(run, left)
    onClose()
  }
  const isUndone = state === 'undone'
  return (
    <section aria-label="Progress">
      <p role="status" className={classes.said}>
        {runWords(run)}
      </p>
      {left > 0 && <p className={classes.dim}>Mails leave in {left} s. Until then, Undo takes everything back.</p>}
      <Progress
        value={total === 0 ? 100 : ((done + failed + (isUndone ? total - done : 0)) / total) * 100}
        aria-label="Orders done"
        color={failed > 0 ? 'red.9' : undefined}
      />
      <div className={classes.actions}>
        <RunActions run={run} held={left > 0} />
        <Button data-autofocus onClick={close}>
          Close
        </Button>
      </div>
      {over && failed > 0 && !isUndone && <Trouble id={run.id} state="failed" title="Not changed" />}
      {over && isUndone && done > 0 && <Trouble id={run.id} state="done" title="Not undone" />}
      {over && run.skipped > 0 && <Trouble id={run.id} state="skipped" title="Left out" />}
    </section>
  )
}

/** Stop while it runs; afterwards Apply again for what failed, and Undo while the mails are held. */
function RunActions({ run, held }: { run: Run; held: boolean }) {
  const { busy, run: attempt } = useAttempt()
  const act = (call: (id: number) => Promise<Run>) =>
    void attempt(async () => {
      queryClient.setQueryData(runQuery(run.id).queryKey, await call(run.id))
      await queryClient.invalidateQueries({ queryKey: ['runs', run.id] })
      await refreshDates()
    })
  const over = run.finishedAt !== null
  const all = [
    { label: 'Stop', icon: IconPlayerStop, call: stopRun, shown: !over && run.state !== 'undone' },
    {
      label: 'Apply again',
      icon: IconRefresh,
      call: retryRun,
      shown: over && run.failed > 0 && run.state !== 'undone',
    },
    { label: 'Undo', icon: IconArrowBackUp, call: undoRun, shown: held },
  ]
  return all
    .filter(({ shown }) => shown)
    .map(({ label, icon: Icon, call }) => (
      <Button
        key={label}
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        loading={busy}
        onClick={() => act(call)}
      >
        {label}
      </Button>
    ))
}

/** Undo stays within reach until the mails leave. */
function offerUndo(run: Run, seconds: number): void {
  const undo = async () => {
    try {
      showSuccess(runWords(await undoRun(run.id)))
      await refreshDates()
    } catch (error) {
      showError(error)
    }
  }
  showSuccess(runWords(run), { label: 'Undo', run: () => void undo(), lasts: seconds * 1000 })
}

/** The orders that did not go as asked, each with its reason. */
function Trouble({ id, state, title }: { id: number; state: 'failed' | 'done' | 'skipped'; title: string }) {
  const rows = useQuery(troubleQuery(id, state)).data ?? []
  if (rows.length === 0) return null
  return (
    <div className={classes.trouble}>
      <h3>{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.orderId ?? row.trackingCode}>
            <span className={classes.code}>{codeOf(row)}</span> {row.companyName} — {row.reason}
          </li>
        ))}
      </ul>
    </div>
  )
}

const codeOf = ({ trackingCode }: RunItem) => (trackingCode ? formatTrackingCode(trackingCode) : 'Deleted order')
