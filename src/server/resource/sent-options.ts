import type { MultipartValue } from '@fastify/multipart'
import { type ImportOptions, importOptions } from '#contract/lib/import-options.ts'
import { invalid } from '#server/errors.ts'
import { readJsonPart } from './json-part.ts'

const PART = { name: 'options', schema: importOptions.nullable(), form: '{"decimalSign": ","}' }

/** The options of an import in a form; null if the part is empty, or null. Throws 400 at `options`. */
export const sentOptions = (text: string): ImportOptions | null => (text === '' ? null : readJsonPart(PART, text))

/** Most bytes of a part of a form with a file: options, or the mapping of columns. */
export const MOST_OPTION_BYTES = 512 * 1024

/** The text of a part, also of one that was sent as JSON. Throws 400 at the part if it is too long. */
export function textOf({ fieldname, value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) throw invalid({ [fieldname]: `No more than ${MOST_OPTION_BYTES / 1024} KB` })
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The part of a form with the options, for the description of the API. */
export const OPTIONS_PART = {
  options:
    'JSON: how the file is read, as in ImportOptions. What it does not say is found by the file; for a person, as last time before that.',
}
