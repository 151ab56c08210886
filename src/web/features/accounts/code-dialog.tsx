import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { codeInput } from '#contract/accounts/second-factor.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import classes from './account.module.css'
import { CodeFields } from './shared/code-field.tsx'

interface CodeDialogProps {
  title: string
  confirm: string
  danger?: boolean
  /** Words for the consequences. */
  children: ReactNode
  act: (code: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a code before a change of the second factor. */
export function CodeDialog({ title, confirm, danger, children, act, onClose }: CodeDialogProps) {
  const form = useForm({
    schema: codeInput,
    initialValues: { code: '' },
    save: ({ code }) => act(code),
    keepRefusals: true,
  })
  return (
    <Dialog opened busy={form.saving} onClose={onClose} title={title} size="sm">
      <form onSubmit={form.submit} noValidate>
        <div className={classes.form}>
          <Text size="sm">{children}</Text>
          <CodeFields form={form} />
        </div>
        <DialogButtons confirm={confirm} danger={danger} onCancel={onClose} busy={form.saving} fault={form.fault} />
      </form>
    </Dialog>
  )
}
