import type { ChangeEvent } from 'react'
import type { z } from 'zod'
import { fieldErrors } from '#contract/lib/rules.ts'

export type Errors = Readonly<Record<string, string>>

/** Typed values of a form, and its messages by field. */
export interface FormState<V> {
  readonly values: V
  readonly errors: Errors
}

/** The form after a change, which clears the messages of the changed fields. */
export function changed<V extends object>(form: FormState<V>, change: Partial<V>): FormState<V> {
  const errors = Object.entries(form.errors).filter(([name]) => !(name in change))
  return { values: { ...form.values, ...change }, errors: Object.fromEntries(errors) }
}

/** Messages of a schema for these values; none if they are valid. */
export function errorsOf(schema: z.ZodType, values: unknown): Errors {
  const parsed = schema.safeParse(values)
  return parsed.success ? {} : fieldErrors(parsed.error)
}

export const hasErrors = (errors: Errors) => Object.keys(errors).length > 0

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

/** Props of a form's inputs, by field name. */
export function fieldsOf<V extends object>({ values, errors }: FormState<V>, set: (change: Partial<V>) => void) {
  // The cast: a computed key widens to string; `name` is a key of V.
  const change = (name: keyof V, value: unknown) => set({ [name]: value } as Partial<V>)
  return {
    errors,
    set,
    text: (name: keyof V & string) => ({
      autoComplete: 'off',
      value: String(values[name]),
      error: errors[name],
      onChange: (event: Typed) => change(name, event.currentTarget.value),
    }),
    check: (name: keyof V & string) => ({
      checked: values[name] === true,
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.currentTarget.checked),
    }),
  }
}
export type Fields<V extends object> = ReturnType<typeof fieldsOf<V>>
