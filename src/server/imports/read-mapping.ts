import { type ImportMapping, importMapping } from '#contract/imports/imports.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import { AppError, invalid } from '#server/errors.ts'
import { readJson } from '#server/http/json-bounds.ts'
import { LIMITS } from '#server/http/limits.ts'

/** The fields of columns by heading, from JSON. Throws 400 at `mapping`. */
export function readMapping(text: string): ImportMapping {
  let sent: unknown
  try {
    sent = readJson(text, LIMITS)
  } catch (error) {
    if (error instanceof AppError) throw invalid({ mapping: error.message })
    throw invalid({ mapping: 'Send the mapping as JSON: {"heading": "field"}' })
  }
  const parsed = importMapping.safeParse(sent)
  if (parsed.success) return parsed.data
  throw invalid(
    Object.fromEntries(
      Object.entries(fieldErrors(parsed.error)).map(([path, message]) => [
        path ? `mapping.${path}` : 'mapping',
        message,
      ]),
    ),
  )
}
