import { Progress, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { IMPORT_KIND_LABELS, IMPORT_KINDS, type ImportKind } from '#contract/imports/import-fields.ts'
import { type FileImport, MOST_IMPORTED, UNDO_HOURS } from '#contract/imports/imports.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { FileField } from '#web/ui/files/file-field.tsx'
import { checkFile } from './import-calls.ts'
import classes from './imports.module.css'

const MB = 1024 * 1024

interface ChooseFileProps {
  kind: ImportKind
  onKind: (kind: ImportKind) => void
  onChecked: (found: FileImport) => void
}

/** The first step: the kind of records, and the file. */
export function ChooseFile({ kind, onKind, onChecked }: ChooseFileProps) {
  const [file, setFile] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  /** The share of the file that was sent; null while none is. */
  const [sent, setSent] = useState<number | null>(null)
  const onFile = async (chosen: File) => {
    setFile(chosen.name)
    setError(null)
    setSent(0)
    try {
      onChecked(await checkFile(kind, chosen, setSent))
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setSent(null)
    }
  }
  return (
    <div className={classes.part}>
      <SegmentedControl
        aria-label="What is in the file"
        value={kind}
        disabled={sent !== null}
        onChange={(value) => onKind(IMPORT_KINDS.find((each) => each === value) ?? kind)}
        data={IMPORT_KINDS.map((each) => ({ value: each, label: IMPORT_KIND_LABELS[each] }))}
      />
      <p className={classes.about}>
        A CSV file or a workbook with headings, at most {grouped(MOST_IMPORTED.rows)} rows and{' '}
        {MOST_IMPORTED.bytes / MB} MB. It is checked first: nothing is imported until you say so. Nobody gets a mail,
        and the import can be undone for {UNDO_HOURS} hours.
      </p>
      <p className={classes.about}>
        {kind === 'orders'
          ? 'Each order belongs to the client whose mail address is in its row. Import the clients first.'
          : 'Clients are told apart by their mail address. They get no password: set one when a client asks for it.'}{' '}
        A file exported with all fields needs no mapping.
      </p>
      <FileField
        label="File"
        accept=".csv,.xlsx,.txt,.tsv"
        chosen={file}
        error={error}
        busy={sent !== null}
        onFile={(chosen) => void onFile(chosen)}
      />
      {sent !== null && (
        <div role="status" className={classes.sending}>
          {sent < 1 ? 'Sending the file' : 'Checking every row'}
          <Progress aria-label="Sent" value={sent * 100} animated={sent === 1} />
        </div>
      )}
    </div>
  )
}
