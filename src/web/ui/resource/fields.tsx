import { Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { useForm } from '#web/lib/saving/use-form.ts'
import type { FlagLabels } from './columns.tsx'

/** The form of a record's dialog. */
export type RecordForm<Input extends z.ZodObject> = ReturnType<typeof useForm<Input>>

/** Props an input gets from the form. */
export type InputProps = ReturnType<RecordForm<z.ZodObject>['getInputProps']> & {
  label: string
  /** True on the first field, which takes the focus when the dialog opens. */
  'data-autofocus'?: true
}

/** The context in which a field's input is rendered. */
export interface FieldContext<Row extends z.ZodObject, Input extends z.ZodObject> {
  form: RecordForm<Input>
  /** The edited record; null for a new one. */
  row: z.output<Row> | null
}

type Width = 'half' | 'third' | 'quarter'

/** A field of a record's dialog, for adding and editing. */
export interface Field<Row extends z.ZodObject, Input extends z.ZodObject> {
  name: keyof z.output<Input> & string
  label: string
  /** True for a yes/no field. */
  checkbox?: boolean
  /** The width: a part of a row, where there is room; by default the whole row. */
  width?: Width
  render: (input: InputProps, context: FieldContext<Row, Input>) => ReactNode
  /** The value as people read it, if that differs; of a long text, the part that differs. */
  shown?: (value: unknown, other: unknown) => ReactNode
}

/** A field for a line of text; required unless `optional`. */
export const textField = <const Name extends string>(name: Name, label: string, { optional = false } = {}) => ({
  name,
  label,
  render: (input: InputProps) => <TextInput {...input} withAsterisk={!optional} autoComplete="off" />,
})

/** A field for a number, required unless `optional`; a decimal comma is accepted. */
export const numberField = <const Name extends string>(
  name: Name,
  label: string,
  {
    unit,
    width,
    whole = false,
    optional = false,
  }: { unit?: string; width?: Width; whole?: boolean; optional?: boolean } = {},
) => ({
  name,
  label,
  width,
  render: (input: InputProps) => (
    <TextInput
      {...input}
      value={input.value ?? ''}
      withAsterisk={!optional}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      rightSection={unit}
      rightSectionWidth={unit ? 52 : undefined}
    />
  ),
})

/** A field for a flag, with the words of its column. */
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
