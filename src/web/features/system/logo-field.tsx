import type { ReactNode } from 'react'
import type { Image } from '#contract/lib/images.ts'
import { COMPANY_LABELS, LOGO_TYPE, LOGO_TYPES } from '#contract/system/company.ts'
import { uploadImage } from '#web/features/blog/shared/images.ts'
import { PictureField } from '#web/ui/form/picture-field.tsx'
import classes from './company.module.css'

interface LogoFieldProps {
  value: Image | null
  error: ReactNode
  onChange: (picture: Image | null) => void
}

/** The logo of the company, on white as documents print it. */
export const LogoField = ({ value, error, onChange }: LogoFieldProps) => (
  <PictureField
    label={COMPANY_LABELS.logoId}
    noun="logo"
    value={value}
    hint="PNG or JPEG, maximum 4 MB."
    error={error}
    types={LOGO_TYPES}
    otherType={LOGO_TYPE}
    upload={uploadImage}
    onChange={onChange}
    onRemove={() => onChange(null)}
  >
    {value && <img className={classes.logo} src={value.medium} alt={`Logo: ${value.name}`} />}
  </PictureField>
)
