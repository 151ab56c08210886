import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { BulkKind, RunPreview } from '#contract/runs/start-run.ts'
import { orderCount } from '#web/features/runs/shared/run-words.ts'
import { previewQuery, startRun } from '#web/features/runs/shared/start-run-calls.ts'
import { watchRun } from '#web/features/runs/shared/watched-runs.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useSubmissionKey } from '#web/lib/api/submission-key.ts'
import { picked } from '#web/model/bulk/picked.ts'
import { type Asked, type InputOf, selectionOf } from './bulk-calls.ts'
import { BulkSelection } from './bulk-dialog-props.ts'

const TYPING_PAUSE_MS = 250

/** The preview of a run, once the form is filled in. */
export interface Preview {
  data: RunPreview | undefined
  fault: { message: string; requestId: string | null } | null
  /** True until the answer to the latest input. */
  waiting: boolean
  again: () => void
  /** The order whose mail is shown, and how to choose another. */
  orderId: number | null
  show: (orderId: number | null) => void
}

/** The label of the button: 'Load 7 orders', the number that will be done; 'Load orders' until it is known. */
export const buttonOf = ({ data }: Pick<Preview, 'data'>, verb: string) =>
  `${verb} ${data ? orderCount(data.applies) : 'orders'}`

/** A bulk action on the selection when its dialog opened; `input` is null until the form is complete. */
export function useBulk<K extends BulkKind>(kind: K, input: InputOf<K> | null, onStarted: () => void) {
  const given = use(BulkSelection)
  const [selection] = useState(() => given ?? selectionOf(picked.get()))
  const [orderId, show] = useState<number | null>(null)
  const keyOf = useSubmissionKey()
  const text = JSON.stringify(input)
  const [settled] = useDebouncedValue(text, TYPING_PAUSE_MS)
  // The cast: `settled` was stringified above, as the form made it.
  const asked: Asked = { kind, input: JSON.parse(settled) as InputOf<K>, selection }
  const query = useQuery({ ...previewQuery(asked, orderId), enabled: settled !== 'null' })
  const enabled = text !== 'null'
  const data = enabled && !query.isError ? query.data : undefined

  const start = async (values: InputOf<K>) => {
    // The orders that were counted; later bookings stay out.
    const counted = selection.orders || selection.ids ? selection : { ...selection, asOfId: data?.asOfId }
    const body: Asked = { kind, input: values, selection: counted }
    const run = await startRun(body, keyOf(body))
    watchRun(run)
    const now = picked.get()
    if (!given)
      picked.set({
        ...now,
        run: { id: run.id, of: now.all ? null : new Set(now.orders.keys()), settled: null },
        reasons: new Map(),
      })
    onStarted()
  }
  const preview: Preview = {
    data,
    fault: enabled ? faultOf(query.error) : null,
    waiting: enabled && (settled !== text || query.isFetching),
    again: () => void query.refetch(),
    orderId,
    show,
  }
  return { preview, start, ready: data !== undefined && data.applies > 0 && !preview.waiting }
}
