import { IMPORT_KINDS } from '#contract/imports/import-fields.ts'

/** Meanings of the options of an import, and of how its file was read, in the schemas that have them. */
const OPTIONS: Record<string, string> = {
  sheet: 'The name of a sheet of a workbook.',
  encoding: 'The encoding of a CSV file.',
  separator: 'The sign between the cells of a CSV file: comma, semicolon or tab.',
  headingRow: 'The row of the sheet, or line of the file, with the headings. Rows above it are left out.',
  dateForm:
    'The order of day, month and year in dates in figures: dmy, mdy or ymd. It does not count for a column none of whose dates can be read so.',
  decimalSign: 'The sign before decimals. It does not count for a column none of whose decimals can be read so.',
  fixed: 'Texts by field, for fields that no column has.',
  values: 'What cells stand for: texts by field and cell.',
  historic: 'Orders of the past need only what a historic order has; orders only.',
  update: 'Records that exist are changed instead of refused; clients and orders only.',
}
const under = (parent: string, meanings: Record<string, string>) =>
  Object.fromEntries(Object.entries(meanings).map(([name, meaning]) => [`${parent}.${name}`, meaning]))
const FORM: Record<string, string> = {
  dateForm: 'The order of day, month and year with which the column was read; null without dates in figures.',
  decimalSign: 'The decimal sign with which the column was read; null without decimals, or if nothing shows it.',
  ambiguous: 'A cell of the column that might be read otherwise; null for none.',
}
const READING: Record<string, string> = {
  options: 'The options with which the file was read: as chosen, else as found. Null where one does not apply.',
  sheets: 'The sheets of the workbook that people see; none for CSV.',
  encodingGuessed:
    'True for a CSV file whose encoding is a guess: other encodings have the same bytes. False once it is chosen.',
  encodingSample: 'The first text of the file beyond ASCII, by which a guessed encoding can be checked; else null.',
  asLastTime:
    "Options, and 'mapping', that a person chose for an earlier file with the same headings. Always empty for a caller with an API key: only what it sends counts, and nothing of it is kept for the next file.",
}

/** Meanings of the properties of imports. */
export const IMPORTS: Record<string, string> = {
  ...under('ImportOptions', OPTIONS),
  ...under('FileImport.options', OPTIONS),
  ...under('FileImport', READING),
  ...under('FileImport.columns', FORM),
  ...under('ImportReport.options', OPTIONS),
  ...under('ImportReport', READING),
  ...under('ImportReport.forms', FORM),
  'ImportReport.forms': 'How each of the columns was read, in their order.',
  'FileImport.kind': `What is in the file: ${IMPORT_KINDS.join(', ')}.`,
  'FileImport.fileName': 'The name of the file as it was sent.',
  'FileImport.rows': 'The rows of the file, without its headings and without empty ones.',
  'FileImport.valid': 'Rows without a problem: those that are imported, and those that change nothing.',
  'FileImport.updates': 'Rows that change a client or an order that exists, with the option `update`.',
  'FileImport.unchanged': 'Rows whose client or order is as they say already: they are left out.',
  'FileImport.changes': 'Every changed value of every row, the first ones of them.',
  'FileImport.changeCount': 'How many values change in all.',
  'FileImport.changes.row': 'The row of the file.',
  'FileImport.changes.column': 'The heading of the column.',
  'FileImport.unknownTexts.column': 'The heading of the column.',
  'FileImport.unknownTexts':
    'Cells that are on no list of their field, at most 200: the option `values` says what they mean.',
  'FileImport.problems': 'Every problem of every row, the first ones of them.',
  'FileImport.problemCount': 'How many problems there are in all.',
  'FileImport.unknownColumns': 'Columns that are left out, by their headings.',
  'FileImport.columns': 'The columns of the file in their order.',
  'FileImport.columns.guessed':
    'True for a field that nobody chose and that the heading only probably means: "Gewicht" for the weight.',
  'ImportReport.headings':
    'Columns that were chosen for a field, or whose heading only probably means one; of a file that is no grid, also those that are left out.',
  'ImportReport.headings.guessed': 'True for a field that nobody chose.',
  'ImportReport.fields': 'The fields that a column can be mapped to, and the headings of their columns.',
  'FileImport.columns.heading': 'As in the file; headings that come twice are numbered.',
  'FileImport.columns.samples': 'Its first cells.',
  'FileImport.columns.field': 'The field that it becomes; null for a column that is left out.',
  'FileImport.checked': 'False after a check that broke off: check the file again.',
  'FileImport.run': 'The run that imports it; null before.',
  'ImportProblem.row': 'The line of the file, or the row of the sheet, the headings counted.',
  'ImportProblem.column': 'Its heading; the name of the field for one that no column is mapped to.',
  'ImportChange.row': 'The line of the file, or the row of the sheet, the headings counted.',
  'ImportChange.column': 'Its heading; the name of the field for a fixed value.',
  'ImportChange.from': 'The stored value as an export writes it; empty for none.',
  'ImportChange.to': 'The value that it becomes.',
  'UnknownText.field': 'The field of the column.',
  'UnknownText.column': 'The heading of the column.',
  'UnknownText.text': 'The text of the cell, as the first row has it.',
  'UnknownText.rows': 'Rows with this text, whatever its case, width and surrounding space.',
  'RemapInput.mapping':
    'The field of each column by its heading; null leaves it out. Others are recognised by their headings. Absent: as before.',
  'RemapInput.options': 'Options that change; null takes a choice back, and the file shows it again.',
  'RunItem.row': 'The row of the file that was imported; null for other runs.',
  'RunItem.clientId': 'The client that the row made or changed; null for none.',
}
