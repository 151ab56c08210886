import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { RULE_CODES } from './attention.ts'
import type { RuleCode } from './rules.ts'

export const RULES_PATH = 'attention-rule'

interface Parameter {
  label: string
  min: number
  max: number
}

/** Labels and limits of the values that rules have, except for those that are settings of the staff. */
export const RULE_PARAMETERS: Partial<Record<RuleCode, Record<string, Parameter>>> = {
  'quote-waiting': { hours: { label: 'Working hours until a price is due', min: 1, max: 80 } },
  unconfirmed: {
    readyDays: { label: 'Days before the cargo is ready', min: 0, max: 30 },
    workingDays: { label: 'Working days after booking, when no date is known', min: 0, max: 30 },
  },
  quiet: { afloatDays: { label: 'Days without an event between departure and arrival', min: 1, max: 90 } },
}

/** Urgency from least to most. */
export const SEVERITIES = [1, 2, 3] as const

/** A rule as administrators see and change it. */
export const attentionRule = z.object({
  code: z.literal(RULE_CODES),
  active: z.boolean(),
  severity: z.int(),
  parameters: z.record(z.string(), z.number()),
  updatedAt: z.string(),
})
export type AttentionRule = z.infer<typeof attentionRule>

/** The body of a change: an absent field stays. `updatedAt` is the version that the edit started from. */
export const attentionRuleInput = z
  .object({
    active: f.flag(),
    severity: f.oneOf(SEVERITIES),
    parameters: z.record(z.string(), z.unknown()),
    updatedAt: z.string(),
  })
  .partial()

/** The changed values of a rule, or messages by field. */
export function readParameters(
  code: RuleCode,
  sent: Record<string, unknown>,
): { values: Record<string, number> } | { errors: Record<string, string> } {
  const values: Record<string, number> = {}
  const errors: Record<string, string> = {}
  for (const [name, value] of Object.entries(sent)) {
    const known = RULE_PARAMETERS[code]?.[name]
    const parsed = known && f.integer({ min: known.min, max: known.max }).safeParse(value)
    if (parsed?.success) values[name] = parsed.data
    else errors[`parameters.${name}`] = parsed?.error.issues[0]?.message ?? 'This rule has no such value'
  }
  return Object.keys(errors).length > 0 ? { errors } : { values }
}
