import { schemaResolver, useForm as useMantineForm } from '@mantine/form'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { ApiError, faultOf, needsAnswer } from '#web/lib/api/api-error.ts'
import { showError } from '#web/lib/browser/toast.ts'

type Values = Record<string, unknown>

interface FormOptions<S extends z.ZodType<unknown, Values>> {
  /** The contract's input schema: the same messages as the server's. */
  schema: S
  initialValues: z.input<S>
  /** Sends what the schema made of the values; throws an ApiError when that fails. */
  save: (values: z.output<S>) => Promise<unknown>
}

/**
 * A form over a contract schema. `submit` goes on the form element: it checks, saves once however often it is
 * pressed, puts the server's messages at their fields and the focus on the first; anything else is a toast. What one
 * can only try again also stays in the form as `fault` until it is sent again.
 */
export function useForm<S extends z.ZodType<unknown, Values>>({ schema, initialValues, save }: FormOptions<S>) {
  const form = useMantineForm<z.input<S>>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }) as (values: z.input<S>) => Record<string, string>,
  })
  const [saving, setSaving] = useState(false)
  const [fault, setFault] = useState<ReturnType<typeof faultOf>>(null)
  const busy = useRef(false)

  const send = async (element: HTMLElement | null) => {
    const parsed = schema.safeParse(form.getValues())
    if (busy.current || !parsed.success) return
    busy.current = true
    setSaving(true)
    setFault(null)
    try {
      await save(parsed.data)
    } catch (error) {
      const atFields = fieldsIn(error, form.getValues())
      if (Object.keys(atFields).length > 0) {
        // Shown at once: the focus goes to what is on the page.
        flushSync(() => form.setErrors(atFields))
        focusFirstError(element)
      } else {
        showError(error)
        if (needsAnswer(error)) setFault(faultOf(error))
      }
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const element = event.currentTarget
    if (form.validate().hasErrors) focusFirstError(element)
    else void send(element)
  }
  return { ...form, submit, saving, fault }
}

/** The messages of a failed call that belong to fields of the form. */
function fieldsIn(error: unknown, values: Values): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(Object.entries(error.fields).filter(([path]) => (path.split('.', 1)[0] ?? '') in values))
}

/** Moves the focus to the first field, in reading order, that shows an error. */
export function focusFirstError(root: HTMLElement | null): void {
  requestAnimationFrame(() => {
    // A rich text is marked around what is edited.
    const fields = '[aria-invalid="true"], [data-invalid] :is(iframe, [contenteditable])'
    const field = root?.querySelector<HTMLElement>(fields)
    field?.focus()
    field?.scrollIntoView({ block: 'nearest' })
  })
}
