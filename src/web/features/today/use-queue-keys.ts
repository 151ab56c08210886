import type { AttentionItem } from '#contract/attention/attention.ts'
import { usePageActions } from '#web/lib/browser/page-actions.ts'
import { focusedRow } from '#web/lib/list/focused-row.ts'
import { claimOrRelease } from '#web/model/attention/claim.ts'

interface Keys {
  rows: readonly AttentionItem[]
  setEvent: (orderId: number) => void
  snooze: (item: AttentionItem) => void
}

/** Moves the focus to the action of the row after the focused one, or before it: Enter does it. */
function step(by: 1 | -1): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-act]')]
  const row = document.activeElement?.closest('tr')
  const at = buttons.findIndex((button) => row?.contains(button))
  const next = at < 0 ? 0 : Math.min(buttons.length - 1, Math.max(0, at + by))
  buttons[next]?.focus()
  buttons[next]?.scrollIntoView({ block: 'nearest' })
}

/** j and k go through the queue; c claims, h snoozes and e sets an event of the row in which the focus is, else of the first. */
export function useQueueKeys({ rows, setEvent, snooze }: Keys): void {
  const on = (act: (item: AttentionItem) => void) => () => {
    const item = focusedRow(rows) ?? rows[0]
    if (item) act(item)
  }
  const can = () => rows.length > 0
  usePageActions([
    { keys: 'j', label: 'Next row', move: true, run: () => step(1) },
    { keys: 'k', label: 'Previous row', move: true, run: () => step(-1) },
    { keys: 'c', label: 'Claim or release', can, run: on(claimOrRelease) },
    { keys: 'h', label: 'Snooze', can, run: on(snooze) },
    { keys: 'e', label: 'Set event', can, run: on(({ orderId }) => orderId !== null && setEvent(orderId)) },
  ])
}
