import { Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { useForm } from '#web/lib/saving/use-form.ts'
import type { FlagLabels } from './columns.tsx'

export type RecordForm<Input extends z.ZodObject> = ReturnType<typeof useForm<Input>>

/** What an input takes over from the form. */
export type InputProps = ReturnType<RecordForm<z.ZodObject>['getInputProps']> & {
  label: string
  /** The first field has the focus when the dialog opens. */
  'data-autofocus'?: true
}

export interface FieldContext<Row extends z.ZodObject, Input extends z.ZodObject> {
  form: RecordForm<Input>
  /** The record that is edited; null when one is added. */
  row: z.output<Row> | null
}

type Width = 'half' | 'third' | 'quarter'

/** One field of a record's dialog, for adding and editing alike. */
export interface Field<Row extends z.ZodObject, Input extends z.ZodObject> {
  name: keyof z.output<Input> & string
  label: string
  /** Its value is a yes or no. */
  checkbox?: boolean
  /** Stands beside others where there is room; takes the whole line otherwise. */
  width?: Width
  render: (input: InputProps, context: FieldContext<Row, Input>) => ReactNode
  /** A value as people read it, where that is more than the value itself; a long one where it differs from another. */
  shown?: (value: unknown, other: unknown) => ReactNode
}

/** A line of text; required unless said otherwise. */
export const textField = <const Name extends string>(name: Name, label: string, { optional = false } = {}) => ({
  name,
  label,
  render: (input: InputProps) => <TextInput {...input} withAsterisk={!optional} autoComplete="off" />,
})

/** A number, typed as people do: a comma for the dot is fine. */
export const numberField = <const Name extends string>(
  name: Name,
  label: string,
  { unit, width, whole = false }: { unit?: string; width?: Width; whole?: boolean } = {},
) => ({
  name,
  label,
  width,
  render: (input: InputProps) => (
    <TextInput
      {...input}
      value={input.value ?? ''}
      withAsterisk
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      rightSection={unit}
      rightSectionWidth={unit ? 52 : undefined}
    />
  ),
})

/** A flag, with the words for it that its column has. */
export const switchField = <const Name extends string>(
  name: Name,
  label: string,
  [on, off]: FlagLabels,
  hint?: string,
) => ({
  name,
  label,
  checkbox: true,
  width: 'half' as const,
  render: (input: InputProps) => <Switch {...input} description={hint} />,
  shown: (value: unknown) => (value ? on : off),
})
