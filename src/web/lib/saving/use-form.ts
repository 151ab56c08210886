import { schemaResolver, useForm as useMantineForm } from '@mantine/form'
import type { FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { useSending } from './use-sending.ts'

type Values = Record<string, unknown>

interface FormOptions<S extends z.ZodType<unknown, Values>> {
  /** The contract's input schema, with the server's own messages. */
  schema: S
  initialValues: z.input<S>
  /** Sends the output of the schema; throws an ApiError on failure. */
  save: (values: z.output<S>) => Promise<unknown>
  /** True if refusals that belong to no field stay in the form too, not only in a toast. */
  keepRefusals?: boolean
}

/**
 * A form over a contract schema. `submit` goes on the form element: it checks, saves once however often it is
 * pressed, and puts the server's messages at their fields and the focus on the first; anything else is a
 * toast. A failure that can only be retried also stays in the form as `fault` until it is sent again.
 */
export function useForm<S extends z.ZodType<unknown, Values>>({
  schema,
  initialValues,
  save,
  keepRefusals,
}: FormOptions<S>) {
  const form = useMantineForm<z.input<S>>({
    initialValues,
    // The cast: with `sync` it never answers a promise.
    validate: schemaResolver(schema, { sync: true }) as (values: z.input<S>) => Record<string, string>,
  })
  const { send, saving, fault } = useSending({ keepRefusals })

  const sendFrom = async (element: HTMLElement) => {
    const parsed = schema.safeParse(form.getValues())
    if (!parsed.success) return
    await send(() => save(parsed.data), {
      values: form.getValues(),
      refused: (errors) => {
        // Errors are rendered at once, so that the focus can go to a field with one.
        flushSync(() => form.setErrors(errors))
        focusFirstError(element)
      },
    })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const element = event.currentTarget
    if (form.validate().hasErrors) focusFirstError(element)
    else void sendFrom(element)
  }
  return { ...form, submit, saving, fault }
}

/** Moves the focus to the first field, in reading order, that shows an error. */
export function focusFirstError(root: HTMLElement | null): void {
  requestAnimationFrame(() => {
    // A rich text field has its mark on the element around the editor.
    const fields = '[aria-invalid="true"], [data-invalid] :is(iframe, [contenteditable])'
    const field = root?.querySelector<HTMLElement>(fields)
    field?.focus()
    field?.scrollIntoView({ block: 'nearest' })
  })
}
