import { Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

interface ConfirmProps {
  opened: boolean
  title: string
  /** Words for the consequences: 'Also deletes 14 records'. */
  children: ReactNode
  /** The label of the action; without it, the dialog only explains why not. */
  confirm?: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  /** The refusal of the last attempt; the dialog stays open for another. */
  fault?: ComponentProps<typeof DialogButtons>['fault']
  /** True while the consequences load, and if there is nothing to do. */
  disabled?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that cannot be undone, naming its consequences. */
export function Confirm({ opened, title, children, onCancel, busy, ...buttons }: ConfirmProps) {
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} size="sm" busy={busy}>
      <Text component="div" size="md">
        {children}
      </Text>
      <DialogButtons {...buttons} onCancel={onCancel} busy={busy} />
    </Dialog>
  )
}

interface Deleting {
  name: string
  /** The mutation that deletes the record. */
  remove: { isPending: boolean; error: unknown }
  onClose: () => void
}

/** Props of the question before a record is deleted. A refusal shows in it, for another attempt. */
export const deleting = ({ name, remove, onClose }: Deleting) => ({
  opened: true,
  title: `Delete ${name}?`,
  confirm: 'Delete',
  danger: true,
  busy: remove.isPending,
  fault: faultOf(remove.error),
  onCancel: onClose,
})
