import { z } from 'zod'
import { noSuch } from './messages.ts'

const UNKNOWN_FIELD = noSuch('field')

/** Adds a message to a field of the schema, in a rule. */
export type AddError = (field: string, message: string) => void

/** The value without failed fields, which keep what was sent, or zod's mark for an unreadable one. */
const withoutFailed = <T extends object>(value: T, failed: ReadonlySet<string>): Partial<T> =>
  Object.fromEntries(
    Object.entries(value ?? {}).filter(([key, field]) => field !== z.NEVER && !failed.has(key)),
  ) as Partial<T> // some of its fields

/**
 * An object schema with rules over several fields. The rules run along with the fields' own checks, so that
 * all errors are reported together; a field that failed is undefined to them.
 */
export function withRules<T extends z.ZodObject>(
  schema: T,
  rules: (value: Partial<z.output<T>>, add: AddError) => void,
) {
  const check = z.core._check<z.output<T>>(
    (payload) => {
      const taken = new Set(payload.issues.map((issue) => (issue.path ?? []).join('.')))
      rules(taken.size > 0 ? withoutFailed(payload.value, taken) : payload.value, (field, message) => {
        if (taken.has(field)) return
        payload.issues.push({ code: 'custom', message, path: field.split('.'), input: payload.value })
      })
    },
    { when: () => true },
  )
  return schema.check(check)
}

/** The first message of each field of a failed parse, by field path. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) errors[[...issue.path, key].join('.')] ??= UNKNOWN_FIELD
    else errors[issue.path.join('.')] ??= issue.message
  }
  return errors
}
