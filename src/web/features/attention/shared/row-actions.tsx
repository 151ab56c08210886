import { Button } from '@mantine/core'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import { type Act, type ActedItem, actionsOf, actionsOfAll, whoElse } from './item-actions.ts'
import classes from './row-actions.module.css'

interface RowActionsProps<Item extends ActedItem> {
  /** The item, or all that a row stands for. */
  items: readonly [Item, ...Item[]]
  /** Their name: buttons that read alike need names of their own. */
  name: string
  act: Act<Item>
}

/** What ends an item or those of a group, its own action first; for those who may not take it, who can. */
export function RowActions<Item extends ActedItem = AttentionItem>({ items, name, act }: RowActionsProps<Item>) {
  const admin = useIsAdmin()
  const [first] = items
  const actions = items.length === 1 ? actionsOf(first) : actionsOfAll(items)
  const others = admin || !actions[0] ? null : whoElse(actions[0])
  // The keys j and k stop here as at a button: the item is claimed and snoozed like any other.
  if (others)
    return (
      <span className={classes.others} data-act tabIndex={-1}>
        {others}
      </span>
    )
  return (
    <span className={classes.actions}>
      {actions.map((action, index) => (
        <Button
          key={action.label}
          size="compact-sm"
          variant={index === 0 ? 'light' : 'subtle'}
          className={classes.action}
          data-set-event={first.orderId ?? undefined}
          data-act={index === 0 || undefined}
          aria-label={`${action.label}: ${name}`}
          onClick={() => act(action, items)}
        >
          {action.label}
        </Button>
      ))}
    </span>
  )
}
