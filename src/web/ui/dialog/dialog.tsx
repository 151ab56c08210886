import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOnTop } from './on-top.ts'
import { useReturnFocus } from './return-focus.ts'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | number
  /** True if only its buttons close it: it waits for an answer, or shows what is never shown again. */
  busy?: boolean
}

/** A modal dialog: traps the focus, returns it on closing, and closes on Escape if it is on top. */
export function Dialog({ opened, onClose, title, children, size = 'md', busy = false }: DialogProps) {
  useReturnFocus(opened)
  const isOnTop = useOnTop(opened)
  return (
    <Modal
      opened={opened}
      onClose={() => isOnTop() && onClose()}
      title={title}
      size={size}
      closeOnEscape={!busy}
      closeOnClickOutside={false}
      withCloseButton={!busy}
      returnFocus={false}
    >
      {children}
    </Modal>
  )
}
