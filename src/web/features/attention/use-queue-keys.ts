import type { AttentionItem } from '#contract/attention/attention.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { focusedRow } from '#web/lib/list/focused-row.ts'
import { type Ticked, toggle } from '#web/lib/list/selection.ts'
import { claimOrRelease } from './changes/claim.ts'
import { itemsOf, type QueueRow } from './changes/row-items.ts'

interface Keys {
  rows: readonly QueueRow[]
  ticked: Ticked
  /** Sets an event for the orders of a row. */
  setEvent: (items: readonly AttentionItem[]) => void
  snooze: (items: readonly AttentionItem[]) => void
  /** Opens the order of a row; shows the orders that a group stands for, and again hides them. */
  open: (row: QueueRow) => void
}

/** Moves the focus to the action of the next or previous row, which Enter takes. */
function step(by: 1 | -1): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-act]')]
  const row = document.activeElement?.closest('tr')
  const at = buttons.findIndex((button) => row?.contains(button))
  const next = at < 0 ? 0 : Math.min(buttons.length - 1, Math.max(0, at + by))
  buttons[next]?.focus()
  buttons[next]?.scrollIntoView({ block: 'nearest' })
}

/**
 * Keys of the queue: j and k move; x selects, e sets an event, c claims, h snoozes and o opens the order of the
 * focused row. Without such a row they focus the first one and do nothing else: nobody has seen which one it
 * would be.
 */
export function useQueueKeys({ rows, ticked, setEvent, snooze, open }: Keys): void {
  const on = (act: (row: QueueRow) => void) => () => {
    const row = focusedRow(rows)
    if (row) act(row)
    else step(1)
  }
  const can = () => rows.length > 0
  usePageActions([
    { keys: 'j', label: 'Next row', move: true, run: () => step(1) },
    { keys: 'k', label: 'Previous row', move: true, run: () => step(-1) },
    { keys: 'x', label: 'Select the row', move: true, run: on(({ key }) => toggle(ticked, key)) },
    { keys: 'o', label: 'Open the order, or show the orders of a group', can, run: on(open) },
    { keys: 'c', label: 'Claim or release', can, run: on((row) => claimOrRelease(itemsOf(row))) },
    { keys: 'h', label: 'Snooze', can, run: on((row) => snooze(itemsOf(row))) },
    { keys: 'e', label: 'Set event', can, run: on((row) => setEvent(row.group ? itemsOf(row) : [row])) },
  ])
}
