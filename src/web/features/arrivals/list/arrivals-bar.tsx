import { Button, CloseButton } from '@mantine/core'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import type { Selection } from '#web/lib/list/selection.ts'
import { DisabledReason } from '#web/ui/feedback/disabled-reason.tsx'
import bar from '#web/ui/list/selection-bar.module.css'
import type { ArrivalRow } from './arrival-columns.tsx'

const SEND = 'Send arrival notices'
const NO_ORDERS = 'Containers of several orders are notified by their sailing: filter the list by it.'

interface ArrivalsBarProps {
  rows: readonly ArrivalRow[]
  selection: Selection
  notify: (rows: readonly ArrivalRow[]) => void
}

/** Acts on the selected rows, below the list, where the bar moves no row. */
export function ArrivalsBar({ rows, selection: { chosen, keep }, notify }: ArrivalsBarProps) {
  const ofOrders = rows.filter(({ id, order }) => chosen.includes(id) && order !== null)
  const clear = () => keep([])
  const send = () => ofOrders.length > 0 && notify(ofOrders)
  usePageActions(
    chosen.length === 0
      ? []
      : [
          { label: `${SEND}: ${chosen.length} selected`, can: () => ofOrders.length > 0, run: send },
          { label: 'Clear the selection', run: clear },
        ],
  )
  if (chosen.length === 0) return null
  const reason = ofOrders.length === 0 ? NO_ORDERS : null
  return (
    <fieldset className={bar.bar} aria-label="Selected arrivals" data-foot>
      <span className={bar.count} role="status">
        {chosen.length} selected
      </span>
      <DisabledReason reason={reason}>
        <Button
          size="compact-sm"
          variant="default"
          aria-haspopup="dialog"
          data-disabled={reason ? true : undefined}
          aria-disabled={reason !== null}
          onClick={send}
        >
          {SEND}
        </Button>
      </DisabledReason>
      <CloseButton className={bar.clear} aria-label="Clear the selection" onClick={clear} />
    </fieldset>
  )
}
