import { NativeSelect, Progress, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { IMPORT_KIND_LABELS, IMPORT_KINDS, type ImportKind } from '#contract/imports/import-fields.ts'
import { type FileImport, MOST_IMPORTED, UNDO_HOURS } from '#contract/imports/imports.ts'
import { type ImportOptions, TEXT_ENCODINGS } from '#contract/lib/import-options.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { FileField } from '#web/ui/files/file-field.tsx'
import { ENCODINGS } from '#web/ui/files/file-reading.tsx'
import { checkFile } from './import-calls.ts'
import classes from './imports.module.css'

const MB = 1024 * 1024

const isText = ({ name }: File) => /\.(?:csv|txt|tsv)$/i.test(name)
const ENCODING_CHOICES = TEXT_ENCODINGS.map((value) => ({ value, label: ENCODINGS[value] }))

interface ChooseFileProps {
  kind: ImportKind
  onKind: (kind: ImportKind) => void
  onChecked: (found: FileImport) => void
}

/** The first step: the kind of records, and the file. */
export function ChooseFile({ kind, onKind, onChecked }: ChooseFileProps) {
  const [file, setFile] = useState<File | null>(null)
  const [encoding, setEncoding] = useState('')
  const [error, setError] = useState<string | null>(null)
  /** The share of the file that was sent; null while none is. */
  const [sent, setSent] = useState<number | null>(null)
  const check = async (chosen: File, options?: ImportOptions) => {
    setFile(chosen)
    setError(null)
    setSent(0)
    try {
      onChecked(await checkFile(kind, chosen, { onProgress: setSent, options }))
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
        chosen={file?.name ?? null}
        error={error}
        busy={sent !== null}
        onFile={(chosen) => {
          setEncoding('')
          void check(chosen)
        }}
      />
      {file && isText(file) && (error || encoding) && (
        <NativeSelect
          label="Encoding of its text"
          description="Choose it if you know it: the file is checked again"
          disabled={sent !== null}
          data={[{ value: '', label: 'Found by its text' }, ...ENCODING_CHOICES]}
          value={encoding}
          onChange={({ currentTarget: { value } }) => {
            setEncoding(value)
            void check(file, { encoding: TEXT_ENCODINGS.find((each) => each === value) ?? null })
          }}
        />
      )}
      {sent !== null && (
        <div role="status" className={classes.sending}>
          {sent < 1 ? 'Sending the file' : 'Checking every row'}
          <Progress aria-label="Sent" value={sent * 100} animated={sent === 1} />
        </div>
      )}
    </div>
  )
}
