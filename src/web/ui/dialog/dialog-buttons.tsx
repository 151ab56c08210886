import { Button, Group } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './dialog-buttons.module.css'
import { useFocusAfter } from './return-focus.ts'

interface DialogButtonsProps {
  /** The label of the action; without it, only the other button shows. */
  confirm?: string
  cancel?: string
  onCancel: () => void
  /** Called by the action; without it, the button submits the form around it. */
  onConfirm?: () => void
  busy?: boolean
  disabled?: boolean
  danger?: boolean
  /** The failure of the last attempt. */
  fault?: ComponentProps<typeof Fault> | null
  children?: ReactNode
}

/** The foot of a dialog or form: Cancel and the action, which shows progress and works once. */
export function DialogButtons({
  confirm,
  cancel = 'Cancel',
  onCancel,
  onConfirm,
  busy,
  disabled,
  danger,
  fault,
  children,
}: DialogButtonsProps) {
  useFocusAfter(busy ?? false)
  return (
    <>
      {fault && <Fault {...fault} />}
      <Group justify="flex-end" mt="lg" gap="xs" className={classes.foot} data-foot>
        {children}
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {cancel}
        </Button>
        {confirm && (
          <Button
            type={onConfirm ? 'button' : 'submit'}
            onClick={onConfirm}
            loading={busy}
            disabled={disabled}
            color={danger ? 'red.9' : undefined}
          >
            {confirm}
          </Button>
        )}
      </Group>
    </>
  )
}
