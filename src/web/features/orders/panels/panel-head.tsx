import { Button, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DisabledReason } from '#web/ui/feedback/disabled-reason.tsx'
import { useReturnedFocus } from '#web/ui/form/edit-focus.ts'
import { SectionHead } from '#web/ui/head/section-head.tsx'
import classes from './shipment.module.css'

interface PanelHeadProps {
  title: string
  /** Called by the Edit button, which is absent in edit mode. */
  onEdit?: () => void
  /** True if the form was just closed. */
  returned?: boolean
  /** The reason why it cannot be edited. */
  reason?: string | null
  /** Content beside the title. */
  children?: ReactNode
}

export function PanelHead({ title, onEdit, returned = false, reason = null, children }: PanelHeadProps) {
  const button = useReturnedFocus(returned)
  return (
    <SectionHead title={title}>
      <div className={classes.headActions}>
        {children}
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
    </SectionHead>
  )
}

interface PanelFootProps {
  saving: boolean
  onCancel: () => void
  /** Content beside the buttons. */
  children?: ReactNode
}

/** The end of a panel's form. */
export const PanelFoot = ({ saving, onCancel, children }: PanelFootProps) => (
  <div className={classes.foot} data-foot>
    <div className={classes.beside}>
      {children}
      <Text size="sm" c="dimmed">
        Until you submit it, what you type is in this tab only, not on other computers.
      </Text>
    </div>
    <div className={classes.buttons}>
      <Button variant="default" disabled={saving} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={saving}>
        Submit
      </Button>
    </div>
  </div>
)
