import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { DisabledReason } from '#web/ui/disabled-reason.tsx'
import classes from './shipment.module.css'

interface PanelHeadProps {
  title: string
  /** Without it there is no Edit button: the panel is in edit. */
  onEdit?: () => void
  /** Its form has just been closed. */
  returned?: boolean
  /** Why it cannot be edited. */
  reason?: string | null
}

export function PanelHead({ title, onEdit, returned = false, reason = null }: PanelHeadProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (returned && document.activeElement === document.body) button.current?.focus()
  }, [returned])
  return (
    <div className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
      {onEdit && (
        <DisabledReason reason={reason}>
          <Button
            ref={button}
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            data-disabled={reason !== null || undefined}
            aria-disabled={reason !== null || undefined}
            onClick={() => reason === null && onEdit()}
          >
            Edit
          </Button>
        </DisabledReason>
      )}
    </div>
  )
}

/** Puts the focus on the first field when Edit was pressed; the button itself is gone then. */
export function useFocusFirstField() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [])
  return form
}
