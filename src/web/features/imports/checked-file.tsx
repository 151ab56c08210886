import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FileImport, RemapInput } from '#contract/imports/imports.ts'
import type { ImportOptions } from '#contract/lib/import-options.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FileReading } from '#web/ui/files/file-reading.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { FileChanges } from './file-changes.tsx'
import { FileValues } from './file-values.tsx'
import { applyImport, checkAgain } from './import-calls.ts'
import { ImportRun } from './import-run.tsx'
import classes from './imports.module.css'
import { Problems } from './problems.tsx'

const rowsOf = (n: number) => `${grouped(n)} ${n === 1 ? 'row' : 'rows'}`

/** What the button does: 'Import 5 orders, change 2, leave out 3'. */
function importWords({ kind, rows, valid, updates, unchanged }: FileImport): string {
  const made = valid - updates - unchanged
  const counted = (n: number) => `${grouped(n)} ${n === 1 ? kind.slice(0, -1) : kind}`
  const words = [
    ...(made > 0 || updates === 0 ? [`import ${counted(made)}`] : []),
    ...(updates > 0 ? [`change ${made > 0 ? grouped(updates) : counted(updates)}`] : []),
    ...(rows > valid && valid > 0 ? [`leave out ${grouped(rows - valid)}`] : []),
  ].join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A checked file: its columns, its problems, and the import. */
export function CheckedFile({ file }: { file: FileImport }) {
  const { id, kind, fileName, rows, valid, unchanged, problemCount, columns, run, checked } = file
  const [changed, setChanged] = useState<Readonly<Record<string, string | null>>>({})
  const check = useAttempt()
  const apply = useAttempt()
  const fields = Object.fromEntries(columns.map(({ heading, field }) => [heading, changed[heading] ?? field]))
  // An emptied field is null, which ?? would pass over.
  const mapping = { ...fields, ...changed }
  const [options, setOptions] = useState<ImportOptions>({})
  const differs = columns.some(({ heading, field }) => mapping[heading] !== field) || Object.keys(options).length > 0
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const readAgain = (given: RemapInput) => {
    setErrors({})
    return check.run(() =>
      checkAgain(id, given).catch((error: unknown) => {
        if (error instanceof ApiError) setErrors(error.fields)
        throw error
      }),
    )
  }
  const again = async () => {
    if (!(await readAgain({ mapping, options }))) return
    setChanged({})
    setOptions({})
  }
  const forget = async (nothing: ImportOptions) => {
    if (!(await readAgain({ options: nothing, mapping: {} }))) return
    setChanged({})
    setOptions({})
  }
  return (
    <div className={classes.part}>
      <p className={classes.said} role="status">
        {fileName}: {rowsOf(rows)}, {problemCount === 0 ? 'no problems' : `${rowsOf(rows - valid)} with problems`}
        {unchanged > 0 && `, ${rowsOf(unchanged)} as stored already`}
      </p>
      {run ? (
        <ImportRun run={run} />
      ) : (
        <div className={classes.actions}>
          <Button
            disabled={valid === unchanged || differs || !checked}
            loading={apply.busy}
            onClick={() => void apply.run(() => applyImport(id))}
          >
            {importWords(file)}
          </Button>
          <Button variant="default" disabled={checked && !differs} loading={check.busy} onClick={() => void again()}>
            Check again
          </Button>
          <ButtonLink variant="subtle" to="/import" search={{ kind } as never}>
            Choose another file
          </ButtonLink>
        </div>
      )}
      {!checked && (
        <Notice warn role="alert">
          The check broke off. Check the file again.
        </Notice>
      )}
      <FileReading
        reading={file}
        columns={columns}
        cells={kind === 'orders' ? ['dateForm', 'decimalSign'] : []}
        errors={errors}
        disabled={run !== null || check.busy}
        onChange={(chosen) => void readAgain({ options: chosen })}
        onForget={(nothing) => void forget(nothing)}
      />
      <ColumnMapping
        kind={kind}
        columns={columns}
        mapping={mapping}
        disabled={run !== null || check.busy}
        onMap={(heading, field) => setChanged({ ...changed, [heading]: field })}
      />
      <FileValues
        file={file}
        options={{ ...file.options, ...options } as FileImport['options']}
        mapped={Object.values(mapping)}
        errors={errors}
        disabled={run !== null || check.busy}
        onOptions={(more) => setOptions({ ...options, ...more })}
      />
      <FileChanges file={file} />
      {problemCount > 0 && <Problems id={id} count={problemCount} />}
    </div>
  )
}
