import { PasswordInput, TextInput } from '@mantine/core'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { PhoneField } from '#web/ui/phone-field.tsx'

type Field = 'username' | 'companyName' | 'email' | 'phone' | 'companyAddress' | 'canadianBusinessNumber'

/** What of a form these fields need. */
interface Inputs<Names extends string> {
  getInputProps: (name: Names) => object
}

/** The account's own fields, for create and edit alike. */
export function ClientFields({ form }: { form: Inputs<Field> }) {
  return (
    <FieldGrid>
      <TextInput label="Username" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('username')} />
      <TextInput label="Company name" withAsterisk autoComplete="off" {...form.getInputProps('companyName')} />
      <TextInput label="Email" type="email" withAsterisk autoComplete="off" {...form.getInputProps('email')} />
      <PhoneField label="Phone" withAsterisk {...form.getInputProps('phone')} />
      <TextInput label="Company address" withAsterisk autoComplete="off" {...form.getInputProps('companyAddress')} />
      <TextInput
        label="Canadian Business Number"
        autoComplete="off"
        {...form.getInputProps('canadianBusinessNumber')}
      />
    </FieldGrid>
  )
}

interface PasswordFieldsProps {
  form: Inputs<'password' | 'repeatPassword'>
  /** Both are required; without it they may stay empty. */
  required?: boolean
  label?: string
}

export function PasswordFields({ form, required, label = 'Password' }: PasswordFieldsProps) {
  return (
    <FieldGrid>
      <PasswordInput
        label={label}
        withAsterisk={required}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Repeat password"
        withAsterisk={required}
        autoComplete="new-password"
        {...form.getInputProps('repeatPassword')}
      />
    </FieldGrid>
  )
}
