import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId } from 'react'
import { DropZone } from './drop-zone.tsx'
import classes from './file-field.module.css'

interface FileFieldProps {
  label: string
  /** Accepted types: '.csv,.xlsx'. */
  accept: string
  /** The name of the chosen file. */
  chosen: string | null
  error: string | null
  busy: boolean
  onFile: (file: File) => void
}

/** A field for one file, dropped or chosen. */
export function FileField({ label, accept, chosen, error, busy, onFile }: FileFieldProps) {
  const [nameId, errorId] = [useId(), useId()]
  return (
    <div>
      <DropZone
        label={label}
        accept={accept}
        invalid={error !== null}
        busy={busy}
        onFiles={([file]) => file && onFile(file)}
      >
        {(choose) => (
          <>
            <Button
              variant="default"
              data-autofocus
              leftSection={<IconUpload size={16} aria-hidden />}
              loading={busy}
              onClick={choose}
              aria-describedby={`${nameId} ${errorId}`}
            >
              {chosen ? 'Choose another file' : 'Choose a file'}
            </Button>
            <span id={nameId} className={classes.name}>
              {chosen ?? 'or drop it here'}
            </span>
          </>
        )}
      </DropZone>
      <p className={classes.error} id={errorId} role="alert">
        {error}
      </p>
    </div>
  )
}
