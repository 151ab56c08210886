import { Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { typedPassword } from '#contract/accounts/login.ts'
import { codeInput, STEP_UP_MINUTES } from '#contract/accounts/second-factor.ts'
import { CodeFields } from '#web/features/accounts/shared/code-field.tsx'
import { hashPassword } from '#web/features/accounts/shared/hash-password.ts'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { confirmWith } from './step-up-calls.ts'
import { OtherProofs } from './step-up-others.tsx'

interface StepUpDialogProps {
  opened: boolean
  /** Ways in which the account can confirm. */
  ways: readonly string[]
  onAnswer: (confirmed: boolean) => void
}

/** Asks the person who is signed in to confirm that it is them, in one of the account's ways. */
export function StepUpDialog({ opened, ways, onAnswer }: StepUpDialogProps) {
  const [busy, setBusy] = useState(false)
  const others = <OtherProofs ways={ways} onDone={() => onAnswer(true)} onBusy={setBusy} />
  const parts = { onAnswer, onBusy: setBusy, children: others }
  return (
    <Dialog opened={opened} busy={busy} onClose={() => onAnswer(false)} title="Please confirm that it is you" size="sm">
      <Text size="sm" c="dimmed" mb="sm">
        What you are about to do needs this. After that, you are not asked again for {STEP_UP_MINUTES} minutes.
      </Text>
      {ways.includes('code') && <ByCode {...parts} />}
      {ways.includes('password') && <ByPassword {...parts} />}
      {!ways.includes('code') && !ways.includes('password') && (
        <>
          {others}
          <DialogButtons onCancel={() => onAnswer(false)} busy={busy} />
        </>
      )}
    </Dialog>
  )
}

interface PartProps {
  onAnswer: (confirmed: boolean) => void
  onBusy: (busy: boolean) => void
  children: ReactNode
}

function ByCode({ onAnswer, onBusy, children }: PartProps) {
  const form = useForm({
    schema: codeInput,
    initialValues: { code: '' },
    save: (body) => proving(onBusy, onAnswer, () => confirmWith(body)),
    keepRefusals: true,
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <CodeFields form={form} autoFocus />
      </Stack>
      {children}
      <DialogButtons confirm="Confirm" onCancel={() => onAnswer(false)} busy={form.saving} fault={form.fault} />
    </form>
  )
}

const passwordForm = z.object({ password: typedPassword('Password', { min: 1, max: 150 }) })

function ByPassword({ onAnswer, onBusy, children }: PartProps) {
  const user = useSessionUser()
  const form = useForm({
    schema: passwordForm,
    initialValues: { password: '' },
    save: ({ password }) => proving(onBusy, onAnswer, () => confirmWith({ password: hashPassword(password) })),
    keepRefusals: true,
  })
  return (
    <form onSubmit={form.submit} noValidate>
      {/* The hidden field tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      {children}
      <DialogButtons confirm="Confirm" onCancel={() => onAnswer(false)} busy={form.saving} fault={form.fault} />
    </form>
  )
}

/** Sends a proof; meanwhile the dialog cannot be closed. */
async function proving(
  onBusy: PartProps['onBusy'],
  onAnswer: PartProps['onAnswer'],
  send: () => Promise<unknown>,
): Promise<void> {
  onBusy(true)
  try {
    await send()
  } finally {
    onBusy(false)
  }
  onAnswer(true)
}
