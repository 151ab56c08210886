import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ImportMapping } from '#contract/lib/import.ts'
import type { ColumnForm, ImportOptions, FileReading as Reading } from '#contract/lib/import-options.ts'
import { FileField } from '#web/ui/files/file-field.tsx'
import { FileReading } from '#web/ui/files/file-reading.tsx'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { ImportColumns, type NamedColumns } from './import-columns.tsx'
import classes from './import-dialog.module.css'
import { type ImportPreview, ImportRows } from './import-rows.tsx'

interface ImportDialogProps {
  title: string
  /** Words on what the file must contain and how its rows are matched. */
  children: ReactNode
  file: string | null
  preview: (ImportPreview & Reading & NamedColumns & { forms: readonly ColumnForm[] }) | null
  error: string | null
  /** Messages by field: 'options.headingRow'. */
  errors: Readonly<Record<string, string>>
  busy: 'check' | 'apply' | 'refused' | null
  onFile: (file: File) => void
  onOptions: (options: ImportOptions) => void
  onMap: (mapping: ImportMapping) => void
  onApply: () => void
  onRefused: () => void
  onClose: () => void
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** Imports a file in two steps: shows the changes, then applies them. */
export function ImportDialog(props: ImportDialogProps) {
  const { title, children, file, preview, error, errors, busy, onFile, onOptions, onMap } = props
  const { onApply, onRefused, onClose } = props
  const changes = preview ? preview.counts.added + preview.counts.changed : 0
  return (
    <Dialog opened onClose={onClose} title={title} size="xl" busy={busy === 'apply'}>
      <div className={classes.about}>{children}</div>
      <FileField
        label="File"
        accept=".csv,.xlsx,.txt,.tsv"
        chosen={file}
        error={error}
        busy={busy === 'check'}
        onFile={onFile}
      />
      {preview && (
        <FileReading
          reading={preview}
          columns={preview.forms.map((form, index) => ({ ...form, heading: preview.columns[index] ?? '' }))}
          cells={['decimalSign']}
          errors={errors}
          disabled={busy !== null}
          onChange={onOptions}
          onForget={onOptions}
        />
      )}
      {preview && <ImportColumns columns={preview} disabled={busy !== null} onMap={onMap} />}
      <div role="status">
        {preview && (
          <dl className={classes.counts}>
            {Object.entries(preview.counts).map(([state, n]) => (
              <div key={state} data-state={state}>
                <dt>{state}</dt>
                <dd>{n}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {preview && <ImportRows preview={preview} />}
      {preview && preview.counts.refused > 0 && (
        <p className={classes.about}>
          {count(preview.counts.refused, 'row is', 'rows are')} refused and will be skipped.{' '}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={busy === 'refused'}
            onClick={onRefused}
          >
            Download refused rows
          </Button>
        </p>
      )}
      <DialogButtons
        confirm={changes === 0 ? 'Apply' : `Apply ${count(changes, 'change', 'changes')}`}
        disabled={changes === 0 || busy === 'check'}
        busy={busy === 'apply'}
        onConfirm={onApply}
        onCancel={onClose}
      />
    </Dialog>
  )
}
