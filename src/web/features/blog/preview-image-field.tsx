import { Button, Progress } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '#contract/blog/images.ts'
import { IMAGE_TYPES, type Image } from '#contract/lib/images.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { uploadImage } from '#web/model/blog/images.ts'
import classes from './blog.module.css'

interface PreviewImageFieldProps {
  value: Image | null
  error: ReactNode
  onChange: (picture: Image) => void
}

/** The picture of an article, cropped as on the public site. */
export function PreviewImageField({ value, error, onChange }: PreviewImageFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [labelId, hintId] = [useId(), useId()]
  const choose = async (file: File | undefined) => {
    if (!file) return
    setRefused(null)
    setShare(0)
    try {
      onChange(await uploadImage(file, setShare))
    } catch (failure) {
      setRefused(failure instanceof ApiError ? (failure.fields.image ?? failure.message) : messageOf(failure))
    } finally {
      setShare(null)
      // Allows choosing the same file again.
      if (input.current) input.current.value = ''
    }
  }
  const wrong = refused ?? error
  return (
    <section className={classes.picture} aria-labelledby={labelId}>
      <div className={classes.pictureLabel} id={labelId}>
        Preview image <span className={classes.required}>*</span>
      </div>
      {value && <img className={classes.cropped} src={value.medium} alt={`Preview: ${value.name}`} />}
      <Button
        variant="default"
        leftSection={<IconPhotoUp size={16} aria-hidden />}
        loading={share !== null}
        aria-describedby={hintId}
        aria-invalid={wrong ? true : undefined}
        onClick={() => input.current?.click()}
      >
        {value ? 'Replace image' : 'Upload image'}
      </Button>
      {share !== null && <Progress w={240} value={share * 100} aria-label="Upload" />}
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES.join(',')}
        aria-label="Preview image"
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      <p className={classes.hint} id={hintId}>
        Preferred size {PREVIEW_WIDTH}x{PREVIEW_HEIGHT}, about 3x1. PNG, JPEG, WebP or GIF, maximum 4 MB.
        {value && ` This image is ${value.width}x${value.height}; the frame above shows the crop.`}
      </p>
      {wrong && (
        <p className={classes.error} role="alert">
          {wrong}
        </p>
      )}
    </section>
  )
}
