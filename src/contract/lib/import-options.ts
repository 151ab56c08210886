import { z } from 'zod'
import { maxLength, REQUIRED } from './messages.ts'

/** Encodings in which a CSV file can be read. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252'] as const
export type TextEncodingName = (typeof TEXT_ENCODINGS)[number]
/** Signs between the cells of a CSV file. */
export const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]
/** Orders of day, month and year. */
export const DATE_FORMS = ['dmy', 'mdy', 'ymd'] as const
export type DateForm = (typeof DATE_FORMS)[number]
/** Signs before the decimals of a number. */
export const DECIMAL_SIGNS = ['.', ','] as const
export type DecimalSign = (typeof DECIMAL_SIGNS)[number]

/** Limits of the options of one import. */
export const MOST_OPTIONS = {
  /** Characters of a sheet's name. */
  sheet: 255,
  /** The last row that can be the row of headings. */
  headingRow: 100_001,
  /** Fields with a fixed value, and fields whose cells are replaced. */
  fields: 200,
  /** Cells of one field that are replaced. */
  values: 1_000,
  /** Characters of a fixed value, of a cell that is replaced, and of its replacement. */
  text: 1_000,
}

const SEPARATOR = 'Choose a comma, a semicolon or a tab'
const DECIMAL_SIGN = 'Choose a dot or a comma'
const DATE_FORM = `Choose one of: ${DATE_FORMS.join(', ')}`
const ENCODING = `Choose one of: ${TEXT_ENCODINGS.join(', ')}`
const ROW = `Write the number of a row, from 1 to ${MOST_OPTIONS.headingRow}`
const TEXT = 'This must be text'
const YES_OR_NO = 'This must be true or false'
const BY_FIELD = 'This must be an object with the names of fields as its keys'

const given = (label: string, most = MOST_OPTIONS.text) =>
  z.string({ error: TEXT }).max(most, { error: maxLength(label, most) })

/** An object by fields with at most so many of them. */
const byField = <T extends z.ZodType>(value: T, most: number, what: string, wrong = BY_FIELD) =>
  z
    .record(given('A name'), value, {
      error: ({ code }) => (code === 'invalid_type' ? wrong : undefined),
    })
    .refine((record) => Object.keys(record).length <= most, { error: `No more than ${most} ${what}` })

const shape = {
  sheet: given('The name of a sheet', MOST_OPTIONS.sheet).min(1, { error: REQUIRED }).nullable(),
  encoding: z.enum(TEXT_ENCODINGS, { error: ENCODING }).nullable(),
  separator: z.enum(SEPARATORS, { error: SEPARATOR }).nullable(),
  headingRow: z.int({ error: ROW }).min(1, { error: ROW }).max(MOST_OPTIONS.headingRow, { error: ROW }).nullable(),
  dateForm: z.enum(DATE_FORMS, { error: DATE_FORM }).nullable(),
  decimalSign: z.enum(DECIMAL_SIGNS, { error: DECIMAL_SIGN }).nullable(),
  fixed: byField(given('A fixed value'), MOST_OPTIONS.fields, 'fields'),
  values: byField(
    byField(given('A value'), MOST_OPTIONS.values, 'values', 'This must be an object with cells as its keys'),
    MOST_OPTIONS.fields,
    'fields',
  ),
  historic: z.boolean({ error: YES_OR_NO }),
  update: z.boolean({ error: YES_OR_NO }),
}

const withoutNulls = <T>(fields: Record<string, T | null> | null): Record<string, T> =>
  Object.fromEntries(Object.entries(fields ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))

/** The options as they are sent: null takes each of them back. */
const sent = {
  ...shape,
  fixed: byField(given('A fixed value').nullable(), MOST_OPTIONS.fields, 'fields').nullable().transform(withoutNulls),
  values: byField(
    byField(given('A value').nullable(), MOST_OPTIONS.values, 'values', 'This must be an object with cells as its keys')
      .nullable()
      .transform((cells) => cells && withoutNulls(cells)),
    MOST_OPTIONS.fields,
    'fields',
  )
    .nullable()
    .transform(withoutNulls),
  historic: shape.historic.nullable().transform(Boolean),
  update: shape.update.nullable().transform(Boolean),
}

/**
 * Options for reading a file. An absent option keeps a person's last choice for files with these headings; null
 * takes that back: the file decides again. A call with an API key neither uses nor leaves such choices. `fixed` is
 * text by field; `values` is text by field and cell.
 */
export const importOptions = z
  .strictObject(sent, {
    error: ({ code }) => (code === 'invalid_type' ? 'The options must be an object' : undefined),
  })
  .partial()
export type ImportOptions = z.infer<typeof importOptions>

/** Options as a file was read: as chosen, else as found; null where an option does not apply or nothing shows it. */
// A workbook may have a sheet without a name, which nobody can choose.
export const readOptions = z.object({ ...shape, sheet: z.string().nullable() })
export type ReadOptions = z.infer<typeof readOptions>

/** The order of day and month, and the decimal sign, that a column was read with. */
export const columnForm = z.object({
  /** Null for a column without dates in figures. */
  dateForm: z.enum(DATE_FORMS).nullable(),
  /** Null for a column without decimals. */
  decimalSign: z.enum(DECIMAL_SIGNS).nullable(),
  /** A date or number of the column that could also be read otherwise, as the file has it; null for none. */
  ambiguous: z.string().nullable(),
})
export type ColumnForm = z.infer<typeof columnForm>

/** How a file was read, for the screens that ask. */
export const fileReading = z.object({
  options: readOptions,
  /** The names of the sheets that people see; none for CSV. */
  sheets: z.array(z.string()),
  /** True for a CSV file in GB18030 or Windows-1252 whose encoding was neither marked nor chosen. */
  encodingGuessed: z.boolean(),
  /** The first text of the file by which a guessed encoding can be checked; null for one that is sure. */
  encodingSample: z.string().nullable(),
  /** Options that were chosen at an earlier import of a file with these headings; `mapping` for its columns. */
  asLastTime: z.array(z.string()),
})
export type FileReading = z.infer<typeof fileReading>
