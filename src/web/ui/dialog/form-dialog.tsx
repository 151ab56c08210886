import { type ComponentProps, useState } from 'react'
import { Confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  /** Whether anything was typed that is not saved. */
  dirty: boolean
}

/** A dialog with a form: Escape and the cross ask before what was typed is lost, its Cancel button need not. */
export function FormDialog({ dirty, onClose, children, ...dialog }: FormDialogProps) {
  const [asking, setAsking] = useState(false)
  return (
    <Dialog {...dialog} onClose={() => (dirty ? setAsking(true) : onClose())}>
      {children}
      {asking && (
        // Made only now: a closed one would hear the Escape that opens it, and close again.
        <Confirm
          opened
          title="Unsaved changes"
          confirm="leave"
          cancel="stay here"
          danger
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        >
          What you typed here was not saved. It is lost when you leave.
        </Confirm>
      )}
    </Dialog>
  )
}
