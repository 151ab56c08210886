import { Button } from '@mantine/core'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import classes from './item-action.module.css'
import { actionOf, whoElse } from './item-actions.ts'

interface ItemActionProps {
  item: AttentionItem
  /** What the item is called: of buttons that read the same, each has a name of its own. */
  name: string
  act: (item: AttentionItem) => void
}

/** The one thing to do about an item; for those who may not do it, who can. */
export function ItemAction({ item, name, act }: ItemActionProps) {
  const admin = useIsAdmin()
  const action = actionOf(item)
  const others = admin ? null : whoElse(action)
  // The keys j and k stop here as at a button: the item is claimed and snoozed like any other.
  if (others)
    return (
      <span className={classes.others} data-act tabIndex={-1}>
        {others}
      </span>
    )
  return (
    <Button
      size="compact-sm"
      variant="light"
      data-set-event={item.orderId ?? undefined}
      data-act
      aria-label={`${action.label}: ${name}`}
      onClick={() => act(item)}
    >
      {action.label}
    </Button>
  )
}
