import type { z } from 'zod'
import { fieldErrors } from '#contract/lib/rules.ts'
import { AppError, invalid } from '#server/errors.ts'
import { readJson } from '#server/http/json-bounds.ts'
import { LIMITS } from '#server/http/limits.ts'

interface JsonPart<T extends z.ZodType> {
  /** The name of the part, such as 'mapping'. */
  name: string
  schema: T
  /** An example of its form: '{"heading": "field"}'. */
  form: string
}

/** Whether a value has the name '__proto__', which objects do not keep: its content would be lost. */
const hasProto = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProto))

/** Reads a part of a form that is JSON. Throws 400 at the part, or at a path below it: 'options.sheet'. */
export function readJsonPart<T extends z.ZodType>({ name, schema, form }: JsonPart<T>, text: string): z.output<T> {
  let sent: unknown
  try {
    sent = readJson(text, LIMITS)
  } catch (error) {
    if (error instanceof AppError) throw invalid({ [name]: error.message })
    throw invalid({ [name]: `Send the ${name} as JSON: ${form}` })
  }
  if (hasProto(sent)) throw invalid({ [name]: '"__proto__" cannot be a name' })
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  throw invalid(
    Object.fromEntries(
      Object.entries(fieldErrors(parsed.error)).map(([path, message]) => [path ? `${name}.${path}` : name, message]),
    ),
  )
}
