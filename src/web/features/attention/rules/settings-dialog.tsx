import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { recordOf } from '#contract/lib/record-of.ts'
import { RETENTION, RETENTION_KEYS, type RetentionKey } from '#contract/system/retention.ts'
import type { StaffSettings } from '#contract/system/staff-settings.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { showSuccess } from '#web/lib/feedback/toast.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import classes from './rules.module.css'
import { saveStaffSettings, settingsSchema } from './staff-settings.ts'

/** Changes the settings of the rules, the mails about new dates and the daily mail. */
export function SettingsDialog({ settings: now, onClose }: { settings: StaffSettings; onClose: () => void }) {
  // The settings as the form opened: a colleague's later change is no change of one's own.
  const [settings] = useState(now)
  const { timeZone } = useDates()
  const form = useForm({
    schema: settingsSchema,
    initialValues: {
      cutOffHours: String(settings.cutOffHours),
      quietDays: String(settings.quietDays),
      workingHours: settings.workingHours,
      shiftDays: String(settings.shiftDays),
      digestHour: String(settings.digestHour),
      ...recordOf(RETENTION_KEYS, (key) => String(settings[key])),
    },
    keepRefusals: true,
    save: async (values) => {
      await saveStaffSettings(settings, values)
      showSuccess('The settings were saved')
      onClose()
    },
  })
  const number = (name: 'cutOffHours' | 'quietDays' | 'shiftDays' | 'digestHour' | RetentionKey) => ({
    withAsterisk: true,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    ...form.getInputProps(name),
  })
  return (
    <FormDialog form={form} title="Settings" confirm="Save" onClose={onClose} className={classes.fields}>
      <TextInput
        label="Hours before a cut-off"
        description="Cargo not yet received and missing papers enter the queue this long before it."
        data-autofocus
        {...number('cutOffHours')}
      />
      <TextInput
        label="Days without an event"
        description="An order is quiet after this many. Between departure and arrival, the rule Quiet has a number of its own."
        {...number('quietDays')}
      />
      <TextInput
        label="Working hours"
        description={`Monday to Friday, ${timeZone} time, for example 09:00-18:00.`}
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('workingHours')}
      />
      <TextInput
        label="Days of delay worth a mail"
        description="Clients are told of new dates that move by at least this many days, earlier or later."
        {...number('shiftDays')}
      />
      <TextInput
        label="Hour of the daily mail"
        description={`0 to 23, ${timeZone} time. Each person can switch the mail off in the account menu.`}
        {...number('digestHour')}
      />
      <Text fw={600} mt="sm">
        How long records are kept, in days
      </Text>
      {RETENTION_KEYS.map((key) => (
        <TextInput key={key} label={RETENTION[key].label} description={RETENTION[key].meaning} {...number(key)} />
      ))}
    </FormDialog>
  )
}
