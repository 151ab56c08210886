import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { type Act, actionsOfAll } from '#web/features/attention/shared/item-actions.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import type { Selection } from '#web/lib/list/selection.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import bar from '#web/ui/list/selection-bar.module.css'
import { TextLink } from '#web/ui/page/link.tsx'
import { changeAll, countedItems, doneOf, type Refused } from './change-several.ts'
import { itemsOf, type QueueRow } from './row-items.ts'
import classes from './selection-bar.module.css'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { WaiveDialog } from './waive-dialog.tsx'

interface SelectionBarProps {
  rows: readonly QueueRow[]
  selection: Selection
  act: Act
}

/**
 * Actions on the selected rows and all items that they stand for, below the list, where the bar moves no row.
 * Items that could not be changed stay selected, with the reason.
 */
export function SelectionBar({ rows, selection, act }: SelectionBarProps) {
  const [dialog, setDialog] = useState<'snooze' | 'waive' | null>(null)
  const [refused, setRefused] = useState<Refused[]>([])
  const { busy, run } = useAttempt()
  const wanted = new Set(selection.chosen)
  const chosen = rows.filter(({ key }) => wanted.has(key))
  // A group and a row below it may both be selected.
  const items = [...new Map(chosen.flatMap(itemsOf).map((item) => [item.id, item])).values()]
  const settle = (rest: Refused[]) => {
    setRefused(rest)
    const left = new Set(rest.map(({ id }) => id))
    selection.keep(rows.filter((row) => itemsOf(row).some(({ id }) => left.has(id))).map(({ key }) => key))
  }
  const change = (verb: 'claim' | 'release', done: string) => () =>
    void run(async () => {
      const rest = await changeAll(items, verb)
      showSuccess(`${countedItems(doneOf(items, rest).length)} ${done}`)
      settle(rest)
    })
  const button = (label: string, onClick: () => void) => (
    <Button size="compact-sm" variant="default" disabled={busy} onClick={onClick}>
      {label}
    </Button>
  )
  const close = () => setDialog(null)
  // An action is for all items of a group, and for the first one of an order.
  const acted = chosen.flatMap((row) => (row.group ? itemsOf(row) : [row]))
  return (
    <>
      {refused.length > 0 && <Outcome refused={refused} onDismiss={() => setRefused([])} />}
      {items.length > 0 && (
        <fieldset className={bar.bar} aria-label="Selected items" data-foot>
          <span className={bar.count} role="status">
            {countedItems(items.length)} selected
          </span>
          {actionsOfAll(acted).map((action, index) => (
            <Button
              key={action.label}
              size="compact-sm"
              variant={index === 0 ? 'filled' : 'light'}
              disabled={busy}
              aria-haspopup="dialog"
              onClick={() => act(action, acted)}
            >
              {action.label}
            </Button>
          ))}
          {button('Claim', change('claim', 'claimed for four hours'))}
          {button('Release', change('release', 'released'))}
          {button('Snooze', () => setDialog('snooze'))}
          {button('Waive', () => setDialog('waive'))}
          <CloseButton className={bar.clear} aria-label="Clear the selection" onClick={() => selection.keep([])} />
        </fieldset>
      )}
      {dialog === 'snooze' && <SnoozeDialog items={items} onClose={close} onDone={settle} />}
      {dialog === 'waive' && <WaiveDialog items={items} onClose={close} onDone={settle} />}
    </>
  )
}

function Outcome({ refused, onDismiss }: { refused: readonly Refused[]; onDismiss: () => void }) {
  return (
    <div className={classes.outcome}>
      <Notice warn role="alert" title={`${countedItems(refused.length)} could not be changed`}>
        <ul className={classes.reasons}>
          {refused.map(({ id, orderId, code, reason }) => (
            <li key={id}>
              {orderId !== null && (
                <TextLink to="/orders/$orderId" params={{ orderId }}>
                  {code}
                </TextLink>
              )}
              : {reason}
            </li>
          ))}
        </ul>
        <Button size="compact-sm" variant="default" onClick={onDismiss}>
          Dismiss
        </Button>
      </Notice>
    </div>
  )
}
