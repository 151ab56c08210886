import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { changedFields, type FieldConflict, findConflicts } from '#web/lib/merge-changes.ts'
import { useSave } from '#web/lib/use-resource.ts'
import { ConflictDialog, type Side } from '#web/ui/conflict-dialog.tsx'
import type { Field } from './fields.tsx'

interface Question {
  message: string
  conflicts: readonly FieldConflict<string>[]
  theirs: Record<string, unknown>
  mine: Record<string, unknown>
  answer: (sides: Side[] | null) => void
}
type Values = Record<string, unknown>

/** The record that a refused edit came too late for; null when it was refused for something else. */
function staleRecord<R extends z.ZodObject>(resource: Resource<R>, error: unknown): z.output<R> | null {
  if (!(error instanceof ApiError) || error.code !== 409) return null
  return resource.row.safeParse(error.data).data ?? null
}

/**
 * Adds a record, or edits one: only what was changed is sent. When someone else changed the record meanwhile, what
 * only one of both touched is merged; for the rest it asks, in `dialog`, which value to keep. Rejects as the call
 * does, and with an AbortError when the question was closed.
 */
export function useRecordSave<R extends z.ZodObject, I extends z.ZodObject>(
  resource: Resource<R, I>,
  fields: readonly Field<R, I>[],
) {
  const mutation = useSave(resource)
  const [question, setQuestion] = useState<Question | null>(null)
  const send = (id: number | null, values: Values) =>
    // The values are some of the input's own; a generic record's keys are known at run time only.
    mutation.mutateAsync({ id, values: values as Parameters<typeof mutation.mutateAsync>[0]['values'] })

  const edit = async (base: Values, mine: Values): Promise<unknown> => {
    try {
      return await send(Number(base.id), { ...mine, updatedAt: base.updatedAt })
    } catch (error) {
      const theirs: Values | null = staleRecord(resource, error)
      if (!theirs) throw error
      const conflicts = findConflicts<string>(base, theirs, mine)
      if (conflicts.length === 0) return edit(theirs, mine)
      const message = error instanceof ApiError ? error.message : ''
      const sides = await new Promise<Side[] | null>((answer) =>
        setQuestion({ message, conflicts, theirs, mine, answer }),
      )
      setQuestion(null)
      if (!sides) throw new DOMException('Not saved', 'AbortError')
      const dropped = conflicts.flatMap(({ keys }, index) => (sides[index] === 'theirs' ? keys : []))
      return edit(theirs, Object.fromEntries(Object.entries(mine).filter(([key]) => !dropped.includes(key))))
    }
  }
  const save = (row: z.output<R> | null, values: z.output<I>) =>
    row ? edit(row, changedFields<Values>(row, values)) : send(null, values)

  const dialog: ReactNode = question && (
    <ConflictDialog
      message={question.message}
      rows={question.conflicts.map(({ keys }) => rowOf(keys[0] ?? '', question, fields))}
      onResolve={question.answer}
      onCancel={() => question.answer(null)}
    />
  )
  return { save, dialog }
}

function rowOf<R extends z.ZodObject, I extends z.ZodObject>(
  key: string,
  { mine, theirs }: Question,
  fields: readonly Field<R, I>[],
) {
  const field = fields.find(({ name }) => name === key)
  const shown = field?.shown ?? ((value: unknown) => String(value ?? '-'))
  return { label: field?.label ?? key, mine: shown(mine[key]), theirs: shown(theirs[key]) }
}
