import { Stack } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { type Closing, closing } from '#contract/sailings/loadings.ts'
import { SAILING_STATUS_LABELS } from '#contract/sailings/sailing-codes.ts'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { refreshSailings, SAILINGS, sailingQuery } from '#web/features/sailings/shared/sailings.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './sailing.module.css'

/** A status that staff choose; departed and arrived follow the actual dates. */
export type Change = 'planned' | 'closed' | 'cancelled'

const orderCount = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

const QUESTIONS = {
  closed: { title: 'Close', confirm: 'Close sailing' },
  planned: { title: 'Reopen', confirm: 'Reopen' },
  cancelled: { title: 'Cancel', confirm: 'Cancel sailing' },
} as const

/** The consequence, in words before it happens. */
function consequence({ orderCount: count }: Sailing, to: Change): string {
  if (to === 'closed') return 'No more orders can be loaded. All cargo must be received or rolled by now.'
  if (to === 'planned') return 'Orders can be loaded again.'
  return count === 0
    ? 'No orders are aboard.'
    : `Takes ${orderCount(count)} off the sailing. Their booking confirmations stay as they are, and each order gets a note.`
}

const NOTHING: Pick<Closing, 'orders' | 'papers'> = { orders: [], papers: [] }

interface StatusQuestionProps {
  sailing: Sailing
  to: Change
  onClose: () => void
}

/** The reasons that keep a sailing open. */
const closingQuery = (id: number) =>
  queryOptions({
    queryKey: [...SAILINGS, 'closing', id],
    queryFn: ({ signal }) => request(closing, `${sailings.path}/${id}/closing`, { signal }),
    staleTime: 0,
  })

/** Asks before a sailing is closed, reopened or cancelled. All that keeps it from closing is named at once. */
export function StatusQuestion({ sailing, to, onClose }: StatusQuestionProps) {
  const known = useQuery({ ...closingQuery(sailing.id), enabled: to === 'closed' })
  const [refused, setRefused] = useState<Pick<Closing, 'orders' | 'papers'> | null>(null)
  const { orders: open, papers: lacking } = refused ?? known.data ?? NOTHING
  const canConfirm = lacking.length > 0 && open.length === 0
  const { run, busy, fault } = useAttempt()
  const { title, confirm } = QUESTIONS[to]
  const save = async () => {
    try {
      const saved = await request(sailings.row, `${sailings.path}/edit/${sailing.id}`, {
        method: 'PUT',
        body: { status: to, ...(canConfirm && { confirm: true }) },
      })
      queryClient.setQueryData(sailingQuery(sailing.id).queryKey, saved)
      showSuccess(`${sailing.reference} is now ${SAILING_STATUS_LABELS[to].toLowerCase()}`)
      void refreshSailings()
    } catch (error) {
      setRefused((error instanceof ApiError && closing.safeParse(error.data).data) || null)
      throw error
    }
  }
  const answer = async () => {
    if (await run(save)) onClose()
  }
  return (
    <Confirm
      opened
      title={`${title} ${sailing.reference}?`}
      confirm={canConfirm ? 'Close all the same' : confirm}
      cancel={to === 'cancelled' ? 'Keep' : undefined}
      danger={to === 'cancelled'}
      busy={busy}
      disabled={open.length > 0 || (to === 'closed' && known.isPending)}
      fault={open.length + lacking.length > 0 ? null : fault}
      onConfirm={() => void answer()}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <div>{consequence(sailing, to)}</div>
        {open.length > 0 && (
          <Notice warn role="alert" title={`${orderCount(open.length)} neither received nor rolled`}>
            <ul className={classes.reasons}>
              {open.map(({ orderId, trackingCode }) => (
                <li key={orderId}>
                  <TextLink to="/orders/$orderId" params={{ orderId }}>
                    {formatTrackingCode(trackingCode)}
                  </TextLink>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {lacking.length > 0 && <LackingPapers lacking={lacking} />}
      </Stack>
    </Confirm>
  )
}

/** Orders that miss mandatory papers, each with all of them. */
const LackingPapers = ({ lacking }: { lacking: Closing['papers'] }) => (
  <Notice warn role="alert" title={`Mandatory papers of ${orderCount(lacking.length)} are missing`}>
    <ul className={classes.reasons}>
      {lacking.map(({ orderId, trackingCode, names }) => (
        <li key={orderId}>
          <TextLink to="/orders/$orderId" params={{ orderId }} search={{ papers: true }}>
            {formatTrackingCode(trackingCode)}
          </TextLink>
          {`: ${names.join(', ')}`}
        </li>
      ))}
    </ul>
  </Notice>
)
