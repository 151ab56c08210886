import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import classes from './file-field.module.css'

interface FileFieldProps {
  label: string
  /** What may be chosen: '.csv,.xlsx'. */
  accept: string
  /** The name of the chosen file. */
  chosen: string | null
  error: string | null
  busy: boolean
  onFile: (file: File) => void
}

/** One file, dropped or chosen. */
export function FileField({ label, accept, chosen, error, busy, onFile }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [nameId, errorId] = [useId(), useId()]
  const take = (file: File | undefined) => file && !busy && onFile(file)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const choose = () => {
    take(input.current?.files?.[0])
    // The same file may be chosen again after it was mended.
    if (input.current) input.current.value = ''
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        data-error={error !== null || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Button
          variant="default"
          data-autofocus
          leftSection={<IconUpload size={16} aria-hidden />}
          loading={busy}
          onClick={() => input.current?.click()}
          aria-describedby={`${nameId} ${errorId}`}
        >
          {chosen ? 'Choose another file' : 'Choose a file'}
        </Button>
        <span id={nameId} className={classes.name}>
          {chosen ?? 'or drop it here'}
        </span>
        <input ref={input} type="file" hidden accept={accept} aria-label={label} onChange={choose} />
      </div>
      <p className={classes.error} id={errorId} role="alert">
        {error}
      </p>
    </div>
  )
}
