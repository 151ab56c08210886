import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import classes from './drop-zone.module.css'

interface DropZoneProps {
  /** The name of the input. */
  label: string
  /** Accepted types: '.csv,.xlsx'. */
  accept: string
  multiple?: boolean
  invalid: boolean
  busy: boolean
  onFiles: (files: readonly File[]) => void
  /** The button that opens the file dialog, and content beside it. */
  children: (choose: () => void) => ReactNode
}

/** An area for dropping files, or choosing them with the button in it. */
export function DropZone({ label, accept, multiple = false, invalid, busy, onFiles, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!busy) onFiles([...event.dataTransfer.files])
  }
  const take = () => {
    onFiles([...(input.current?.files ?? [])])
    // An empty input takes the same file again, after it was removed or corrected.
    if (input.current) input.current.value = ''
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same
    <div
      className={classes.zone}
      data-over={over || undefined}
      data-error={invalid || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children(() => input.current?.click())}
      <input ref={input} type="file" hidden multiple={multiple} accept={accept} aria-label={label} onChange={take} />
    </div>
  )
}
