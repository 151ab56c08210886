import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { RETENTION_DEFAULTS, retention, retentionFields } from './retention.ts'

const WORKING_HOURS = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/
const WRONG_HOURS = 'Working hours look like 09:00-18:00'

const workingHours = () =>
  f.requiredText('Working hours', 11, [WORKING_HOURS, WRONG_HOURS]).refine((hours) => {
    const [from = '', to = ''] = hours.split('-')
    return from < to
  }, 'The working day ends before it begins')

/** Settings that administrators change while the product runs. */
const staffSettingsFields = z.object({
  cutOffHours: f.integer({ min: 1, max: 336 }),
  quietDays: f.integer({ min: 1, max: 90 }),
  shiftDays: f.integer({ min: 1, max: 30 }),
  workingHours: workingHours(),
  digestHour: f.integer({ min: 0, max: 23 }),
  ...retentionFields.shape,
})
export type StaffSettings = z.output<typeof staffSettingsFields>

/** Settings that nobody has changed. */
export const STAFF_SETTING_DEFAULTS: StaffSettings = {
  cutOffHours: 48,
  quietDays: 7,
  shiftDays: 1,
  workingHours: '09:00-18:00',
  digestHour: 8,
  ...RETENTION_DEFAULTS,
}

/** The body of a change: any of the settings; unknown ones are refused. */
export const staffSettingsInput = z.strictObject(staffSettingsFields.shape).partial()

export const staffSettings = z.object({
  cutOffHours: z.int(),
  quietDays: z.int(),
  shiftDays: z.int(),
  workingHours: z.string(),
  digestHour: z.int(),
  ...retention.shape,
})
