import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FileImport, RemapInput } from '#contract/imports/imports.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useAttempt } from '#web/lib/feedback/use-attempt.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FileReading } from '#web/ui/files/file-reading.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { applyImport, checkAgain } from './import-calls.ts'
import { ImportRun } from './import-run.tsx'
import classes from './imports.module.css'
import { Problems } from './problems.tsx'

const rowsOf = (n: number) => `${grouped(n)} ${n === 1 ? 'row' : 'rows'}`

/** A checked file: its columns, its problems, and the import. */
export function CheckedFile({ file }: { file: FileImport }) {
  const { id, kind, fileName, rows, valid, problemCount, columns, run, checked } = file
  const [changed, setChanged] = useState<Readonly<Record<string, string | null>>>({})
  const check = useAttempt()
  const apply = useAttempt()
  const noun = valid === 1 ? kind.slice(0, -1) : kind
  const fields = Object.fromEntries(columns.map(({ heading, field }) => [heading, changed[heading] ?? field]))
  // An emptied field is null, which ?? would pass over.
  const mapping = { ...fields, ...changed }
  const differs = columns.some(({ heading, field }) => mapping[heading] !== field)
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
    if (await check.run(() => checkAgain(id, { mapping }))) setChanged({})
  }
  return (
    <div className={classes.part}>
      <p className={classes.said} role="status">
        {fileName}: {rowsOf(rows)}, {problemCount === 0 ? 'no problems' : `${rowsOf(rows - valid)} with problems`}
      </p>
      {run ? (
        <ImportRun run={run} />
      ) : (
        <div className={classes.actions}>
          <Button
            disabled={valid === 0 || differs || !checked}
            loading={apply.busy}
            onClick={() => void apply.run(() => applyImport(id))}
          >
            Import {grouped(valid)} {noun}
            {rows > valid && valid > 0 && `, leave out ${grouped(rows - valid)}`}
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
        onChange={(options) => void readAgain({ options })}
        onForget={(options) => void readAgain({ options, mapping: {} })}
      />
      <ColumnMapping
        kind={kind}
        columns={columns}
        mapping={mapping}
        disabled={run !== null || check.busy}
        onMap={(heading, field) => setChanged({ ...changed, [heading]: field })}
      />
      {problemCount > 0 && <Problems id={id} count={problemCount} />}
    </div>
  )
}
