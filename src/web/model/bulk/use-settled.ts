import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { runQuery } from '#web/features/runs/shared/run-calls.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { picked, usePicked } from './picked.ts'
import { readLeft, settle } from './settle-run.ts'

/**
 * Follows the run that was started from the selection: true while it works on it. Once it is over, and again after each Apply
 * again, what it could not do stays selected.
 */
export function useSettled(): boolean {
  const started = usePicked(({ run }) => run)
  const { data: run, isError } = useQuery({ ...runQuery(started?.id ?? 0), enabled: started !== null })
  const over = run?.finishedAt ?? null
  const open = started !== null && run !== undefined && over !== null && over !== started.settled
  useEffect(() => {
    if (!open || !run) return
    let current = true
    const end = async () => {
      try {
        const left = run.state === 'undone' ? [] : await readLeft(run)
        if (current) picked.set(run.state === 'undone' ? undone(run) : settle(picked.get(), run, left))
      } catch (error) {
        showError(error)
      }
    }
    void end()
    return () => {
      current = false
    }
  }, [open, run])
  return started !== null && !isError && over === null
}

/** What was undone is not selected again; failed orders stay as they were. */
const undone = ({ id, finishedAt }: { id: number; finishedAt: string | null }) => {
  const now = picked.get()
  return { ...now, run: { id, of: now.run?.of ?? null, settled: finishedAt } }
}
