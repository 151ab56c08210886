import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { WEBHOOK_EVENT_LABELS, type Webhook, webhooks } from '#contract/integrations/webhooks.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { stopIfUnchanged } from '#web/lib/saving/stop-if-unchanged.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Choices } from './choices.tsx'
import classes from './integrations.module.css'
import { ShownOnce } from './shown-once.tsx'
import { saveWebhook } from './webhook-calls.ts'

/** Words on how the secret of a webhook is used. */
export const SIGNED =
  'Messages are signed with it by the Standard Webhooks specification, for which most languages have a library.'
export const FORGES = 'Whoever has it can send messages that look like ours.'

/** Adds a webhook and shows its secret, or changes one. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({
    schema: webhooks.input,
    initialValues: { url: webhook?.url ?? '', events: webhook?.events ?? [], active: webhook?.active ?? true },
    save: async (values): Promise<void> => {
      stopIfUnchanged(!webhook || form.isDirty())
      const saved = await saveWebhook(webhook, values)
      if (saved.secret) return setSecret(saved.secret)
      showSuccess('Your Webhook was edited successfully')
      onClose()
    },
  })
  useUnsaved(form.isDirty() && secret === null)
  if (secret !== null)
    return (
      <ShownOnce title="Webhook added" what="secret" secret={secret} warning={FORGES} onClose={onClose}>
        {SIGNED}
      </ShownOnce>
    )
  return (
    <FormDialog
      form={form}
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      confirm={webhook ? 'Save' : 'Add'}
      onClose={onClose}
      className={classes.form}
    >
      <TextInput
        label="URL"
        description="Where messages are posted, by https"
        placeholder="https://shop.example/hooks"
        type="url"
        withAsterisk
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Choices label="Events" options={WEBHOOK_EVENT_LABELS} all="All events" {...form.getInputProps('events')} />
      {webhook && (
        <Switch
          label="Active"
          description="While it is off, it gets no messages, and those that wait are cancelled."
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
