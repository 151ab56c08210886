import { type ImportMapping, importMapping } from '#contract/imports/imports.ts'
import { readJsonPart } from '#server/resource/json-part.ts'

const PART = { name: 'mapping', schema: importMapping.nullable(), form: '{"heading": "field"}' }

/** The fields of columns by heading, from JSON; null for an empty text, or null. Throws 400 at `mapping`. */
export const readMapping = (text: string): ImportMapping | null => (text === '' ? null : readJsonPart(PART, text))
