import { type Call, own } from '#contract/api/call.ts'
import { KEPT_DAYS, MOST_IMPORTED, SHOWN_PROBLEMS, UNDO_HOURS } from '#contract/imports/imports.ts'

const check = (id: string, noun: string, more: string) =>
  own(
    id,
    `Check a file of ${noun}`,
    `A dry run: reads a CSV file or a sheet of a workbook, the first that people see unless another is chosen, at most ${MOST_IMPORTED.rows} rows and ${MOST_IMPORTED.bytes / 1024 / 1024} MB, and names every problem by its row. Imports nothing. mapping is JSON: {"heading": "field"}, or null for a column to leave out; columns that it does not name are recognised by their headings. options is JSON, as in ImportOptions: how the file is read. What is chosen starts the next check of a file with the same headings, for everybody. ${more}`,
  )
const SCOPE = 'An API key needs the scope to write what is in the file, orders:write or clients:write.'

/** The calls that import clients and orders from files. */
export const IMPORT_CALLS: Record<string, Call> = {
  'POST import/clients/check': check(
    'checkClientImport',
    'clients',
    'An address that a live account has is a problem of its row.',
  ),
  'POST import/orders/check': check(
    'checkOrderImport',
    'orders',
    'Orders belong to clients by their mail address. A code that an order has, or an earlier row, is a problem of its row; one of another form than ours is kept as the other reference, and the order gets a new code.',
  ),
  'POST import/{id}/check': own(
    'checkImportAgain',
    'Check a file again with another mapping or other options',
    `The file need not be sent again. ${SCOPE}`,
  ),
  'GET import/{id}': own(
    'getImport',
    'Read what the check of a file found',
    `With its first ${SHOWN_PROBLEMS} problems. It is kept for ${KEPT_DAYS} days. ${SCOPE}`,
  ),
  'GET import/{id}/problems': own('listImportProblems', 'List all problems of a file', `By row. ${SCOPE}`),
  'GET import/{id}/problems/export': own('exportImportProblems', 'Download the problems of a file', `By row. ${SCOPE}`),
  'POST import/{id}/apply': own(
    'applyImport',
    'Import a file as it was checked',
    `Returns the run that imports it. Rows with problems are left out; a row whose client, place or code was lost since fails alone. Nobody gets a mail, and no webhook is called. ${SCOPE}`,
  ),
  'POST import/{id}/undo': own(
    'undoImport',
    'Undo an import',
    `Within ${UNDO_HOURS} hours of its last row. Rows that were changed since stay, each with its reason, and so do clients that have orders. ${SCOPE}`,
  ),
}
