import { Button } from '@mantine/core'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { useIsAdmin } from '#web/features/accounts/shared/session.ts'
import classes from './item-action.module.css'
import { actionOf, whoElse } from './item-actions.ts'

interface ItemActionProps {
  item: AttentionItem
  /** The item's name: buttons that read alike need names of their own. */
  name: string
  act: (item: AttentionItem) => void
}

/** The action on an item; for those who may not take it, who can. */
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
