import { IMPORT_KINDS } from '#contract/imports/import-fields.ts'

/** Meanings of the properties of imports. */
export const IMPORTS: Record<string, string> = {
  'FileImport.kind': `What is in the file: ${IMPORT_KINDS.join(', ')}.`,
  'FileImport.fileName': 'The name of the file as it was sent.',
  'FileImport.rows': 'The rows of the file, without its headings and without empty ones.',
  'FileImport.valid': 'Rows without a problem: those that are imported, and those that change nothing.',
  'FileImport.updates': 'Rows that change a client or an order that exists, with the option `update`.',
  'FileImport.unchanged': 'Rows whose client or order is as they say already: they are left out.',
  'FileImport.changes': 'Every changed value of every row, the first ones of them.',
  'FileImport.changeCount': 'How many values change in all.',
  'FileImport.unknownTexts':
    'Cells that are on no list of their field, at most 200: the option `values` says what they mean.',
  'FileImport.problems': 'Every problem of every row, the first ones of them.',
  'FileImport.problemCount': 'How many problems there are in all.',
  'FileImport.unknownColumns': 'Columns that are left out, by their headings.',
  'FileImport.columns': 'The columns of the file in their order.',
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
    'The field of each column by its heading; null leaves it out. Others are recognised by their headings.',
  'RunItem.row': 'The row of the file that was imported; null for other runs.',
  'RunItem.clientId': 'The client that the row made or changed; null for none.',
}
