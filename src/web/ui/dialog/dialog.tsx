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
  /** While true, only the buttons in it close the dialog: it waits for an answer, or shows what is not shown again. */
  busy?: boolean
}

/** A modal dialog: traps the focus, returns it on closing, closes on Escape if it is the one on top. */
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
