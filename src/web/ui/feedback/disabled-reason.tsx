import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

interface DisabledReasonProps {
  /** Why the control is disabled; null when enabled. */
  reason: string | null
  /** Takes `data-disabled` and `aria-disabled` instead of `disabled`, so that it stays focusable. */
  children: ReactElement
}

/** Shows on hover and focus why a control is disabled. */
export function DisabledReason({ reason, children }: DisabledReasonProps) {
  return (
    <Tooltip label={reason} disabled={reason === null} multiline maw={280}>
      {children}
    </Tooltip>
  )
}
