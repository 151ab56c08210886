import { TextInput } from '@mantine/core'
import { CLIENT_LABELS, type ClientFields as Fields } from '#contract/clients/clients.ts'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'

type Field = keyof Fields

/** The parts of a form that these fields need. */
interface Inputs<Names extends string> {
  getInputProps: (name: Names) => object
}

/** The account's fields, for create and edit. */
export function ClientFields({ form }: { form: Inputs<Field> }) {
  return (
    <FieldGrid>
      <TextInput
        label={CLIENT_LABELS.username}
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('username')}
      />
      <TextInput
        label={CLIENT_LABELS.companyName}
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('companyName')}
      />
      <TextInput
        label={CLIENT_LABELS.email}
        type="email"
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <PhoneField label={CLIENT_LABELS.phone} withAsterisk {...form.getInputProps('phone')} />
      <TextInput
        label={CLIENT_LABELS.companyAddress}
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('companyAddress')}
      />
      <TextInput
        label={CLIENT_LABELS.canadianBusinessNumber}
        autoComplete="off"
        {...form.getInputProps('canadianBusinessNumber')}
      />
    </FieldGrid>
  )
}

interface PasswordFieldsProps {
  form: Inputs<'password' | 'repeatPassword'>
  /** True if both are required. */
  required?: boolean
  label?: string
  /** True if the form begins with them. */
  first?: boolean
}

export function PasswordFields({ form, required, label = 'Password', first }: PasswordFieldsProps) {
  return (
    <FieldGrid>
      <PasswordField
        label={label}
        withAsterisk={required}
        data-autofocus={first}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="Repeat password"
        withAsterisk={required}
        autoComplete="new-password"
        {...form.getInputProps('repeatPassword')}
      />
    </FieldGrid>
  )
}
