import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { z } from 'zod'
import { type AttentionRule, attentionRule, RULE_PARAMETERS, RULES_PATH } from '#contract/attention/attention-rules.ts'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import * as f from '#contract/lib/fields.ts'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { stopIfUnchanged } from '#web/lib/saving/stop-if-unchanged.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import classes from './rules.module.css'
import { SEVERITY_LABELS } from './severities.ts'

/** The form of a rule, with the values that the rule has. */
const schemaOf = (known: [string, { min: number; max: number }][]) =>
  z.object({
    active: f.flag(),
    severity: z.coerce.number(),
    parameters: z.object(Object.fromEntries(known.map(([name, { min, max }]) => [name, f.integer({ min, max })]))),
  })

/** Changes a rule; its items follow at once. */
export function RuleDialog({ rule, onClose }: { rule: AttentionRule; onClose: () => void }) {
  const known = Object.entries(RULE_PARAMETERS[rule.code] ?? {})
  const form = useForm({
    schema: schemaOf(known),
    initialValues: {
      active: rule.active,
      severity: String(rule.severity),
      parameters: Object.fromEntries(known.map(([name]) => [name, String(rule.parameters[name])])),
    },
    keepRefusals: true,
    save: async (values): Promise<void> => {
      stopIfUnchanged(form.isDirty())
      const body = { ...values, updatedAt: rule.updatedAt }
      await request(attentionRule, `${RULES_PATH}/${rule.code}`, { method: 'PUT', body })
      await Promise.all([queryClient.invalidateQueries({ queryKey: [RULES_PATH] }), refreshQueue()])
      showSuccess('The rule was saved')
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={RULE_LABELS[rule.code]} confirm="Save" onClose={onClose} className={classes.fields}>
      <Checkbox label="Active" {...form.getInputProps('active', { type: 'checkbox' })} />
      <NativeSelect label="Severity" data={SEVERITY_LABELS} {...form.getInputProps('severity')} />
      {known.map(([name, { label }]) => (
        <TextInput
          key={name}
          label={label}
          withAsterisk
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps(`parameters.${name}`)}
        />
      ))}
    </FormDialog>
  )
}
