import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { run } from '#contract/runs/runs.ts'
import { runPreview } from '#contract/runs/start-run.ts'
import { orderCount } from '#web/features/runs/shared/run-words.ts'
import { watchRun } from '#web/features/runs/shared/watched-runs.ts'
import { request } from '#web/lib/api/api.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { refreshQueue } from './shared/attention.ts'
import classes from './today.module.css'

/** The run that completes delivered orders: of everybody, or of whoever is in charge. */
const completing = (inCharge: string | null) => ({
  kind: 'status',
  input: { status: OrderStatus.COMPLETED },
  selection: { filters: { milestone: 'is:delivered', status: 'is:0', ...(inCharge && { inCharge }) } },
})

interface DeliveredLineProps {
  /** Delivered orders of this part of the queue that are still in progress. */
  count: number
  /** The filter of who is in charge of them; null for everybody. */
  inCharge: string | null
}

/** The line '234 delivered, not completed', with the action that completes them all. */
export function DeliveredLine({ count, inCharge }: DeliveredLineProps) {
  const [asking, setAsking] = useState(false)
  if (count === 0) return null
  return (
    <div className={classes.delivered}>
      <span>{grouped(count)} delivered, not completed</span>
      <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
        Complete all
      </Button>
      {asking && <CompleteAll inCharge={inCharge} onClose={() => setAsking(false)} />}
    </div>
  )
}

function CompleteAll({ inCharge, onClose }: Pick<DeliveredLineProps, 'inCharge'> & { onClose: () => void }) {
  const body = completing(inCharge)
  const { busy, fault, run: attempt } = useAttempt()
  const { data, error } = useQuery({
    queryKey: ['runs', 'preview', body],
    queryFn: ({ signal }) => request(runPreview, 'runs/preview', { method: 'POST', body, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const complete = async () => {
    // The orders that were counted; later ones stay out.
    const selection = { ...body.selection, asOfId: data?.asOfId }
    const done = await attempt(async () =>
      watchRun(await request(run, 'runs', { method: 'POST', body: { ...body, selection } })),
    )
    if (!done) return
    onClose()
    void refreshQueue()
  }
  return (
    <Confirm
      opened
      title="Complete delivered orders"
      confirm={data ? `Complete ${orderCount(data.applies)}` : 'Complete all'}
      busy={busy}
      fault={fault ?? faultOf(error)}
      disabled={!data || data.applies === 0}
      onConfirm={() => void complete()}
      onCancel={onClose}
    >
      Their status becomes Completed. No mail is sent.
    </Confirm>
  )
}
