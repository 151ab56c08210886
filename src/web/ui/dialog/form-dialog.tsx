import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { INPUT_LOST } from '#web/lib/browser/unsaved.ts'
import { Confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

type Buttons = ComponentProps<typeof DialogButtons>

interface FormDialogProps
  extends Pick<ComponentProps<typeof Dialog>, 'title' | 'size' | 'onClose'>,
    Pick<Buttons, 'confirm' | 'danger' | 'disabled'> {
  /** The form, from `useForm`. */
  form: {
    submit: (event: FormEvent<HTMLFormElement>) => void
    saving: boolean
    fault: Buttons['fault']
    isDirty: () => boolean
  }
  className?: string
  children: ReactNode
}

const FIELD = ':is(input, textarea, select):not([type="hidden"], :disabled)'

/** Gives the focus of a dialog that opens to the first field of its form, unless another one asks for it. */
function startAtFirstField(form: HTMLFormElement | null): void {
  if (!form?.querySelector('[data-autofocus]')) form?.querySelector(FIELD)?.setAttribute('data-autofocus', 'true')
}

/** A form in a dialog, with its buttons. Escape and the cross ask about unsaved input; Cancel does not. */
export function FormDialog({
  form,
  confirm,
  danger,
  disabled,
  className,
  children,
  onClose,
  ...dialog
}: FormDialogProps) {
  const [asking, setAsking] = useState(false)
  return (
    <Dialog {...dialog} opened busy={form.saving} onClose={() => (form.isDirty() ? setAsking(true) : onClose())}>
      <form ref={startAtFirstField} onSubmit={form.submit} noValidate className={className}>
        {children}
        <DialogButtons
          confirm={confirm}
          danger={danger}
          disabled={disabled}
          onCancel={onClose}
          busy={form.saving}
          fault={form.fault}
        />
      </form>
      {asking && (
        // The question mounts on demand: a closed one would react to the same Escape that opens it.
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
