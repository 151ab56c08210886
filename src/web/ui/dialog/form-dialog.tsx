import { type ComponentProps, useState } from 'react'
import { INPUT_LOST } from '#web/lib/browser/unsaved.ts'
import { Confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  /** True with unsaved input. */
  dirty: boolean
}

/** A dialog with a form: Escape and the cross ask before unsaved input is lost; Cancel does not. */
export function FormDialog({ dirty, onClose, children, ...dialog }: FormDialogProps) {
  const [asking, setAsking] = useState(false)
  return (
    <Dialog {...dialog} onClose={() => (dirty ? setAsking(true) : onClose())}>
      {children}
      {asking && (
        // Mounted on demand: a closed one would react to the very Escape that opens it.
        <Confirm
          opened
          title="Unsaved changes"
          confirm="leave"
          cancel="stay here"
          danger
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        >
          {INPUT_LOST}
        </Confirm>
      )}
    </Dialog>
  )
}
