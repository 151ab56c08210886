import type { ReactNode } from 'react'
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '#contract/blog/images.ts'
import { IMAGE_TYPES, type Image } from '#contract/lib/images.ts'
import { PictureField } from '#web/ui/form/picture-field.tsx'
import classes from './blog.module.css'
import { uploadImage } from './shared/images.ts'

interface PreviewImageFieldProps {
  value: Image | null
  error: ReactNode
  onChange: (picture: Image) => void
}

/** The picture of an article, cropped as on the public site. */
export const PreviewImageField = ({ value, error, onChange }: PreviewImageFieldProps) => (
  <PictureField
    label="Preview image"
    noun="image"
    required
    value={value}
    hint={
      <>
        Preferred size {PREVIEW_WIDTH}x{PREVIEW_HEIGHT}, about 3x1. PNG, JPEG, WebP or GIF, maximum 4 MB.
        {value && ` This image is ${value.width}x${value.height}; the frame above shows the crop.`}
      </>
    }
    error={error}
    types={IMAGE_TYPES}
    upload={uploadImage}
    onChange={onChange}
  >
    {value && <img className={classes.cropped} src={value.medium} alt={`Preview: ${value.name}`} />}
  </PictureField>
)
