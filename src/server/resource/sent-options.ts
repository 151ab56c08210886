import type { MultipartValue } from '@fastify/multipart'
import { type ImportMapping, importMapping } from '#contract/lib/import.ts'
import { type ImportOptions, importOptions } from '#contract/lib/import-options.ts'
import { invalid } from '#server/errors.ts'
import { readJsonPart } from './json-part.ts'

const PART = { name: 'options', schema: importOptions.nullable(), form: '{"decimalSign": ","}' }

/** The options of an import in a form; null if the part is empty, or null. Throws 400 at `options`. */
export const sentOptions = (text: string): ImportOptions | null => (text === '' ? null : readJsonPart(PART, text))

const MAPPING = { name: 'mapping', schema: importMapping.nullable(), form: '{"heading": "field"}' }

/** The fields of columns by heading; null if the part is empty, or null. Throws 400 at `mapping`. */
export const sentMapping = (text: string): ImportMapping | null => (text === '' ? null : readJsonPart(MAPPING, text))

/** Most bytes of a part of a form with a file: options, or the mapping of columns. */
export const MOST_OPTION_BYTES = 512 * 1024

/** The text of a part, also of one that was sent as JSON. Throws 400 at the part if it is too long. */
export function textOf({ fieldname, value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) throw invalid({ [fieldname]: `No more than ${MOST_OPTION_BYTES / 1024} KB` })
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The parts of a form beside the file, for the description of the API. */
export const OPTION_PARTS = {
  mapping: 'JSON: the field of each column by its heading.',
  options:
    'JSON: how the file is read, as in ImportOptions. What it does not say is found by the file; for a person, as last time before that.',
}
