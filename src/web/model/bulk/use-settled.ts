import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { runQuery } from '#web/features/runs/shared/run-calls.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { picked, usePicked } from './picked.ts'
import { readLeft, settle } from './settle-run.ts'

/**
 * Follows the run on the selection: true while it works. Once it is over, and again after each Apply again,
 * the orders that it could not do stay selected.
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

/** Undone orders are not selected again; failed ones stay as they were. */
const undone = ({ id, finishedAt }: { id: number; finishedAt: string | null }) => {
  const now = picked.get()
  return { ...now, run: { id, of: now.run?.of ?? null, settled: finishedAt } }
}
