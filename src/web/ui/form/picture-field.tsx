import { Button, Progress } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { Image } from '#contract/lib/images.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import classes from './picture-field.module.css'

interface PictureFieldProps {
  label: string
  /** The noun on the button: 'Upload logo'. */
  noun: string
  required?: boolean
  value: Image | null
  /** The picture as readers will see it. */
  children: ReactNode
  hint: ReactNode
  error: ReactNode
  types: readonly string[]
  /** The message for a file of another type; without it, the server has one. */
  otherType?: string
  /** Stores a file and reports the share sent, 0 to 1. */
  upload: (file: File, onProgress: (share: number) => void) => Promise<Image>
  onChange: (picture: Image) => void
  /** Removes the picture; absent if it must stay. */
  onRemove?: () => void
}

/** A field for a record's picture: shown, uploaded with progress, replaced; with messages below. */
export function PictureField({ label, noun, value, types, otherType, upload, onChange, ...shown }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [labelId, hintId] = [useId(), useId()]
  const choose = async (file: File | undefined) => {
    if (!file) return
    setRefused(null)
    if (otherType && !types.includes(file.type)) return setRefused(otherType)
    setShare(0)
    try {
      onChange(await upload(file, setShare))
    } catch (failure) {
      setRefused(failure instanceof ApiError ? (failure.fields.image ?? failure.message) : messageOf(failure))
    } finally {
      setShare(null)
      // An empty input takes the same file again.
      if (input.current) input.current.value = ''
    }
  }
  const wrong = refused ?? shown.error
  return (
    <section className={classes.picture} aria-labelledby={labelId}>
      <div className={classes.label} id={labelId}>
        {label} {shown.required && <span className={classes.required}>*</span>}
      </div>
      {value && shown.children}
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconPhotoUp size={16} aria-hidden />}
          loading={share !== null}
          aria-describedby={hintId}
          aria-invalid={wrong ? true : undefined}
          onClick={() => input.current?.click()}
        >
          {value ? `Replace ${noun}` : `Upload ${noun}`}
        </Button>
        {value && shown.onRemove && (
          <Button variant="subtle" onClick={shown.onRemove}>
            Remove {noun}
          </Button>
        )}
      </div>
      {share !== null && <Progress w={240} value={share * 100} aria-label="Upload" />}
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join(',')}
        aria-label={label}
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      <p className={classes.hint} id={hintId}>
        {shown.hint}
      </p>
      {wrong && (
        <p className={classes.error} role="alert">
          {wrong}
        </p>
      )}
    </section>
  )
}
