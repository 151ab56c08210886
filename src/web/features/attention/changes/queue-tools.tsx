import { Button } from '@mantine/core'
import { useState } from 'react'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import type { Selection } from '#web/lib/list/selection.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SelectAll } from '#web/ui/list/select-box.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { changeAll, countedItems, doneOf, type Refused } from './change-several.ts'
import classes from './queue-tools.module.css'
import { itemsOf, type StandingRow } from './row-items.ts'
import { type SelectedAction, selectedActions } from './selected-actions.ts'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { WaiveDialog } from './waive-dialog.tsx'

interface QueueToolsProps {
  rows: readonly StandingRow[]
  selection: Selection
  /** Takes an action on the orders of rows. */
  actAll: ActAll
}
export type ActAll = (action: SelectedAction, rows: readonly StandingRow[]) => void

/**
 * Actions on the selected rows and all items that they stand for. Items that could not be changed stay
 * selected, with the reason.
 */
export function QueueTools({ rows, selection, actAll }: QueueToolsProps) {
  const [dialog, setDialog] = useState<'snooze' | 'waive' | null>(null)
  const [refused, setRefused] = useState<Refused[]>([])
  const { busy, run } = useAttempt()
  const wanted = new Set(selection.chosen)
  const chosen = rows.filter(({ id }) => wanted.has(id))
  const items = chosen.flatMap(itemsOf)
  const none = items.length === 0
  const settle = (rest: Refused[]) => {
    setRefused(rest)
    const left = new Set(rest.map(({ id }) => id))
    selection.keep(rows.filter((row) => itemsOf(row).some(({ id }) => left.has(id))).map(({ id }) => id))
  }
  const change = (verb: 'claim' | 'release', done: string) => () =>
    void run(async () => {
      const rest = await changeAll(items, verb)
      showSuccess(`${countedItems(doneOf(items, rest).length)} ${done}`)
      settle(rest)
    })
  const button = (label: string, onClick: () => void) => (
    <Button size="compact-sm" variant="default" disabled={none || busy} onClick={onClick}>
      {label}
    </Button>
  )
  const close = () => setDialog(null)
  return (
    <>
      <fieldset className={classes.tools} aria-label="Selected items" data-none={rows.length === 0 || undefined}>
        <SelectAll selection={selection} />
        {selectedActions(chosen).map((action) => (
          <Button
            key={action.label}
            size="compact-sm"
            disabled={busy}
            aria-haspopup="dialog"
            onClick={() => actAll(action, chosen)}
          >
            {action.label}
          </Button>
        ))}
        {button('Claim', change('claim', 'claimed for four hours'))}
        {button('Release', change('release', 'released'))}
        {button('Snooze', () => setDialog('snooze'))}
        {button('Waive', () => setDialog('waive'))}
      </fieldset>
      {refused.length > 0 && <Outcome refused={refused} onDismiss={() => setRefused([])} />}
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
