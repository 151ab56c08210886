import { useMemo, useRef, useState } from 'react'
import type { LoadingReply, ReceivedReply } from '#contract/sailings/loadings.ts'
import { watchRun } from '#web/features/runs/shared/watched-runs.ts'
import { refusedItems } from '#web/features/sailings/shared/refused-items.ts'
import { refreshSailings, sailingQuery } from '#web/features/sailings/shared/sailings.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { cargoCalls } from './cargo-calls.ts'

/** The place of an action and of its outcome: a list, or a container by its id. */
export type Place = 'loaded' | 'candidates' | number

/** The orders that an action could not do, and what to check after it. */
export interface Outcome {
  place: Place
  failed: { orderId: number; trackingCode: string | null; reason: string | null }[]
  warnings: string[]
}

interface Action {
  place: Place
  /** The toast, from the number of orders done. */
  done: (count: number) => string
  call: (calls: ReturnType<typeof cargoCalls>) => Promise<LoadingReply & Partial<Pick<ReceivedReply, 'run'>>>
  /** What is odd about it, a sentence each: asked about before anything is done. */
  oddities?: readonly string[]
}

/** Counts orders that were done: '1 order loaded', '3 orders loaded'. */
export const ordersDone = (verb: string) => (count: number) => `${count === 1 ? '1 order' : `${count} orders`} ${verb}`

/**
 * Actions on the cargo of a sailing, one at a time. Failed rows and warnings stay on the page as the outcome.
 * `perform` throws other failures, for the fields of a form; `run` shows them. Both return the ids of failed
 * orders, null if the call failed as a whole or the question before it was answered with no.
 */
export function useCargo(sailingId: number) {
  const calls = useMemo(() => cargoCalls(sailingId), [sailingId])
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState<Place | null>(null)
  const [question, setQuestion] = useState<{ oddities: readonly string[]; answer: (yes: boolean) => void } | null>(null)
  const running = useRef(false)

  /** Whether orders go with the sailing all the same. */
  const agreed = async (oddities: readonly string[]) => {
    if (oddities.length === 0) return true
    const yes = await new Promise<boolean>((answer) => setQuestion({ oddities, answer }))
    setQuestion(null)
    return yes
  }

  const perform = async ({ place, done, call }: Action): Promise<number[] | null> => {
    if (running.current) return null
    running.current = true
    setBusy(place)
    try {
      const { items, warnings, sailing, run: started } = await call(calls)
      if (started) watchRun(started)
      const failed = items.filter(({ state }) => state === 'failed')
      queryClient.setQueryData(sailingQuery(sailingId).queryKey, sailing)
      showSuccess(done(items.length - failed.length))
      const worth = failed.length + warnings.length > 0
      setOutcome(worth ? { place, failed, warnings: warnings.map(({ message }) => message) } : null)
      return failed.map(({ orderId }) => orderId)
    } catch (error) {
      const failed = refusedItems(error)
      if (!failed) throw error
      setOutcome({ place, failed, warnings: [] })
      return failed.map(({ orderId }) => orderId)
    } finally {
      running.current = false
      setBusy(null)
      void refreshSailings()
    }
  }
  const run = async (action: Action) => {
    if (!(await agreed(action.oddities ?? []))) return null
    return perform(action).catch((error) => {
      showError(error)
      return null
    })
  }
  return { question, outcome, dismiss: () => setOutcome(null), busy, perform, run }
}
export type Cargo = ReturnType<typeof useCargo>
