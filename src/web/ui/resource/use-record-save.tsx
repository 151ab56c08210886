import type { z } from 'zod'
import type { Resource } from '#contract/lib/resource.ts'
import type { ToastLink } from '#web/lib/feedback/toast.ts'
import { useSave } from '#web/lib/resource/use-resource.ts'
import { type SaveConflict, saveMerging } from '#web/lib/saving/save-merging.ts'
import { useConflictQuestion } from '#web/ui/dialog/conflict-question.tsx'
import type { Field } from './fields.tsx'

type Values = Record<string, unknown>
/** The parts of a field that the conflict dialog needs. */
type SavedField<R extends z.ZodObject, I extends z.ZodObject> = Pick<Field<R, I>, 'name' | 'label' | 'shown'>

/**
 * Adds a record, or edits one by sending only the changed fields. If somebody else changed the record
 * meanwhile, changes of different fields are merged; for conflicts, `dialog` asks which value to keep.
 * Rejects as the call does, and with an AbortError when the dialog is closed.
 */
export function useRecordSave<R extends z.ZodObject, I extends z.ZodObject>(
  resource: Resource<R, I>,
  fields: readonly SavedField<R, I>[],
  linkTo?: (row: z.output<R>) => ToastLink,
) {
  const mutation = useSave(resource, linkTo)
  const { ask, dialog } = useConflictQuestion(([key = ''], both) => rowOf(key, both, fields))
  const send = (id: number | null, values: Values): Promise<Values> =>
    // The cast: the values are some of the input's fields, which TypeScript cannot tell for a generic record.
    mutation.mutateAsync({ id, values: values as Parameters<typeof mutation.mutateAsync>[0]['values'] })

  const save = (row: z.output<R> | null, values: z.output<I>): Promise<unknown> =>
    row
      ? saveMerging<Values>({
          base: row,
          values,
          ask,
          readCurrent: (data) => resource.row.safeParse(data).data ?? null,
          send: (changes, updatedAt) => send(Number(row.id), { ...changes, updatedAt }),
        })
      : send(null, values)
  return { save, dialog }
}

function rowOf<R extends z.ZodObject, I extends z.ZodObject>(
  key: string,
  { mine, theirs }: Pick<SaveConflict, 'mine' | 'theirs'>,
  fields: readonly SavedField<R, I>[],
) {
  const field = fields.find(({ name }) => name === key)
  const shown = field?.shown ?? ((value: unknown) => String(value ?? '-'))
  return { label: field?.label ?? key, mine: shown(mine[key], theirs[key]), theirs: shown(theirs[key], mine[key]) }
}
