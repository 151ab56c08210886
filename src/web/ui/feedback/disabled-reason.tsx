import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

interface DisabledReasonProps {
  /** The reason why the control is disabled; null if enabled. */
  reason: string | null
  /** The control, which stays focusable by `data-disabled` and `aria-disabled` instead of `disabled`. */
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
