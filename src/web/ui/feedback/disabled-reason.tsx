import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

interface DisabledReasonProps {
  /** Why it cannot be used now; null when it can. */
  reason: string | null
  /** Takes `data-disabled` and `aria-disabled` instead of `disabled`, so that it stays focusable. */
  children: ReactElement
}

/** Says on hover and focus why a control is disabled. */
export function DisabledReason({ reason, children }: DisabledReasonProps) {
  return (
    <Tooltip label={reason} disabled={reason === null} multiline maw={280}>
      {children}
    </Tooltip>
  )
}
