import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { IMPORT_KINDS, type ImportKind } from '#contract/imports/import-fields.ts'
import { MOST_IMPORTED, UNDO_HOURS } from '#contract/imports/imports.ts'
import type { Run } from '#contract/runs/runs.ts'
import type { Config } from '#server/config/config.ts'
import { createLogger } from '#server/config/logger.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, StartError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { checkImport } from '#server/imports/check-import.ts'
import { allProblems, readImport } from '#server/imports/read-import.ts'
import { stageFile } from '#server/imports/stage-file.ts'
import { startImport } from '#server/imports/start-import.ts'
import { sentMapping, sentOptions } from '#server/resource/sent-options.ts'
import { KINDS } from '#server/run-kinds.ts'
import { undoRun } from '#server/runs/change-run.ts'
import { readRun } from '#server/runs/read-runs.ts'
import { workOn } from '#server/runs/work-run.ts'
import type { Services } from '#server/services.ts'
import { grouped, runCommand } from './run-command.ts'

const USAGE = `npm run import -- orders FILE            checks a file of orders and prints every problem; imports nothing
npm run import -- clients FILE           the same for clients
    --mapping FILE                       JSON: {"heading": "field"}, or null for a column to leave out
    --options FILE                       JSON: how the file is read, such as {"dateForm": "dmy", "decimalSign": ","}
    --apply                              imports the rows without problems; Quayside may keep running
npm run import -- --undo ID              undoes an import within ${UNDO_HOURS} hours
It ends with 0 if all rows are good, 2 if some were left out or failed, and 1 if nothing could be done.`

/** Exit code of the command when some rows were left out. */
const SOME_LEFT = 2
const OPERATOR: Actor = { userId: null, impersonatorId: null, ip: '', requestId: 'npm run import' }

type Asked =
  | { undo: number }
  | { kind: ImportKind; file: string; mapping: string | undefined; options: string | undefined; apply: boolean }

function readArguments(): Asked | null {
  const options = {
    mapping: { type: 'string' },
    options: { type: 'string' },
    apply: { type: 'boolean' },
    undo: { type: 'string' },
  } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  if (values.undo !== undefined)
    return positionals.length === 0 && /^[1-9]\d{0,8}$/.test(values.undo) ? { undo: Number(values.undo) } : null
  const [what, file, ...more] = positionals
  const kind = IMPORT_KINDS.find((each) => each === what)
  if (!kind || !file || more.length > 0) return null
  return { kind, file, mapping: values.mapping, options: values.options, apply: values.apply ?? false }
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const someLeft = (left: boolean) => {
  if (left) process.exitCode = SOME_LEFT
}

/** Services that a run needs: it sends nothing and reads no files. */
const servicesOf = (db: Db, config: Config) =>
  ({ db, config, log: createLogger('error') }) as unknown as Services & { db: Db } // imports use no others

/** Works on a run until it is over, beside any server that does so too. */
async function finish(db: Db, config: Config, id: number): Promise<Run> {
  await workOn(servicesOf(db, config), KINDS, id, new AbortController().signal)
  return readRun(db, id)
}

async function importFile(
  db: Db,
  { kind, file, mapping, options, apply }: Exclude<Asked, { undo: number }>,
  config: Config,
) {
  const data = await readFile(file)
  if (data.length > MOST_IMPORTED.bytes)
    throw new AppError(413, `The file is larger than ${MOST_IMPORTED.bytes / 1024 / 1024} MB`)
  const given = mapping === undefined ? {} : (sentMapping(await readFile(mapping, 'utf8')) ?? {})
  const how = options === undefined ? {} : (sentOptions(await readFile(options, 'utf8')) ?? {})
  const id = await stageFile(db, {
    kind,
    fileName: basename(file),
    data,
    mapping: given,
    options: how,
    userId: null,
    remembers: false,
  })
  await checkImport(db, id, config)
  const checked = await readImport(db, id)
  const { rows, valid, updates, unchanged, changes, problemCount, unknownColumns } = checked
  for await (const { row, column, message } of allProblems(db, id)) say(`Row ${row}, ${column}: ${message}`)
  for (const { row, column, from, to } of changes) say(`Row ${row}, ${column}: ${from || '–'} → ${to}`)
  if (unknownColumns.length > 0) say(`Left out: ${unknownColumns.join(', ')}`)
  someLeft(problemCount > 0)
  const known =
    updates + unchanged > 0 ? `, ${grouped(updates)} change a record, ${grouped(unchanged)} change nothing` : ''
  const found = `${grouped(rows)} rows, ${grouped(valid)} without problems${known}, ${grouped(problemCount)} problems`
  if (valid > 0 && valid === unchanged) return `${found}. Nothing differs.`
  const { encodingSample, options: read } = checked
  if (encodingSample !== null) {
    say(`The encoding is a guess, ${read.encoding}: check texts such as "${encodingSample}"`)
    someLeft(true)
    return `${found}. Nothing was imported: choose the encoding with --options, such as {"encoding": "${read.encoding}"}.`
  }
  if (!apply) return `${found}. Nothing was imported: add --apply.`
  const { id: runId } = await db.transaction().execute((tx) => startImport(tx, null, { id }, OPERATOR))
  const { done, failed } = await finish(db, config, runId)
  someLeft(failed > 0)
  const undo = done > 0 ? ` To undo it: npm run import -- --undo ${id}` : ''
  return `${found}. Import ${id}: ${grouped(done)} imported, ${grouped(failed)} failed.${undo}`
}

async function undo(db: Db, id: number, config: Config) {
  const { run } = await readImport(db, id)
  if (!run) throw new AppError(409, 'This file was not imported.')
  const services = { ...servicesOf(db, config), kinds: KINDS }
  await db.transaction().execute((tx) => undoRun(tx, services, { id: run.id, isAdmin: true }, OPERATOR))
  const { done } = await finish(db, config, run.id)
  someLeft(done > 0)
  return done > 0
    ? `Undone, but ${grouped(done)} rows stay: they were changed since. The run ${run.id} says why.`
    : 'Undone.'
}

/** The refusal in words for the operator: each field with its message. */
function inWords(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const fields = Object.entries(error.data ?? {}).map(([field, message]) => `${field}: ${message}`)
  return new StartError(fields.length > 0 ? fields.join('\n') : error.message)
}

await runCommand(USAGE, readArguments, async (db, asked, config) => {
  try {
    return await ('undo' in asked ? undo(db, asked.undo, config) : importFile(db, asked, config))
  } catch (error) {
    throw inWords(error)
  }
})
