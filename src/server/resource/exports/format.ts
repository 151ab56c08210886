import { z } from 'zod'
import { invalid } from '#server/errors.ts'
import { SHEET_FORMATS, SHEET_TYPES, type SheetFormat } from '#server/sheets/write-sheet.ts'

/** The reply header with the number of rows that the file will have. */
export const ROWS_HEADER = 'x-total-count'

/** The config of a call that returns a file of a table. */
export const SHEET_REPLY = { documented: { download: Object.values(SHEET_TYPES) } }

/** `SHEET_REPLY` where the number of rows is known before. */
export const COUNTED_SHEET = {
  documented: { ...SHEET_REPLY.documented, headers: { [ROWS_HEADER]: 'How many rows the file has.' } },
}

/** The parameter `format`; `formatOf` refuses other values with a message of its own. */
export const fileFormat = (formats: readonly string[]) =>
  z
    .string()
    .meta({ enum: [...formats], default: formats[0] })
    .optional()
/** `fileFormat` of a table. */
export const sheetFormat = fileFormat(SHEET_FORMATS)

export function formatOf(query: Record<string, unknown>): SheetFormat
export function formatOf<Format extends string>(query: Record<string, unknown>, formats: readonly Format[]): Format
/** The requested format, the first one by default. Throws 400. */
export function formatOf(query: Record<string, unknown>, formats: readonly string[] = SHEET_FORMATS): string {
  const { format = formats[0] } = query
  const found = formats.find((each) => each === format)
  if (found === undefined)
    throw invalid({ format: `format is ${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}` })
  return found
}

/** The parameter `columns`; `chosenColumns` refuses other values with a message of its own. */
export const sheetColumns = (known: readonly string[]) =>
  z
    .string()
    .optional()
    .describe(`The columns in their order, with commas between them: ${known.join(', ')}`)

/** The parameter `fields`; `wantsAllFields` refuses other values with a message of its own. */
export const sheetFields = z
  .string()
  .meta({ enum: ['all'] })
  .optional()
  .describe('all: every field of the rows, as an import reads them, whatever the columns')

/** Whether the call asks for every field. Throws 400. */
export function wantsAllFields({ fields }: Record<string, unknown>): boolean {
  if (fields !== undefined && fields !== 'all') throw invalid({ fields: 'Send fields=all, or leave it out' })
  return fields === 'all'
}

/** The requested columns in their order; the usual ones without the parameter. Throws 400. */
export function chosenColumns<Name extends string>(
  { columns: sent }: Record<string, unknown>,
  known: readonly Name[],
  usual: readonly Name[] = known,
): readonly Name[] {
  if (sent === undefined) return usual
  const names = String(sent).split(',')
  const chosen = names.flatMap((name) => known.find((each) => each === name) ?? [])
  if (chosen.length < names.length) throw invalid({ columns: `Unknown column. Allowed: ${known.join(', ')}` })
  if (new Set(chosen).size < chosen.length) throw invalid({ columns: 'Name each column once' })
  return chosen
}
