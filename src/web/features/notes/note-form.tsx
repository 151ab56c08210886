import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { type Note, noteInput } from '#contract/notes/notes.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { afterPress } from '#web/lib/browser/after-press.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { formDateTime, instantOf, NOT_A_TIME, notADate, readDay, readTime } from '#web/lib/format/form-dates.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { MentionField } from './mention-field.tsx'
import { mentionsIn, type Person } from './mentions.ts'
import classes from './notes.module.css'

/** The due time of a task whose time was not typed. */
const MORNING = '09:00'

const typedNote = z.object({
  body: noteInput.shape.body,
  day: z.string().refine((typed) => typed.trim() === '' || readDay(typed) !== null, { error: notADate }),
  time: z.string().refine((typed) => typed.trim() === '' || readTime(typed) !== null, NOT_A_TIME),
  assigneeId: z.string(),
})

/** The values that a form sends. */
export interface TypedNote {
  body: string
  mentions: number[]
  dueAt: string | null
  assigneeId: number | null
}

interface NoteFormProps {
  /** The note to change; absent to add one. */
  note?: Note
  confirm: string
  save: (typed: TypedNote) => Promise<unknown>
  onCancel?: () => void
  /** True for a form that is one line until it is used, and again when it is left empty. */
  quick?: boolean
}

/** The form of a note: its text with mentions and, for a task, by when and by whom. Ctrl+Enter saves. */
export function NoteForm({ note, confirm, save, onCancel, quick = false }: NoteFormProps) {
  const { timeZone } = useDates()
  const people = useQuery(staffQuery).data?.items ?? []
  const [chosen, setChosen] = useState<Person[]>(note?.mentioned ?? [])
  const { day, time } = formDateTime(note?.dueAt ?? null, timeZone)
  const form = useForm({
    schema: typedNote,
    initialValues: { body: note?.body ?? '', day, time, assigneeId: note?.assigneeId ? String(note.assigneeId) : '' },
    save: async (typed) => {
      const dueAt = typed.day.trim() === '' ? null : instantOf(typed.day, typed.time.trim() || MORNING, timeZone)
      const untouched = typed.day === day && typed.time === time
      await save({
        body: typed.body,
        mentions: mentionsIn(typed.body, people, chosen),
        // Forms show whole minutes: an untouched time keeps its seconds.
        dueAt: untouched ? (note?.dueAt ?? null) : dueAt,
        assigneeId: typed.assigneeId ? Number(typed.assigneeId) : null,
      }).catch((error) => {
        throw atItsField(error)
      })
      form.reset()
      setChosen([])
    },
    keepRefusals: true,
  })
  const dirty = form.isDirty()
  useUnsaved(dirty, { keys: ['tab'] })
  const use = useUse()
  const opened = !quick || use.used || dirty
  const field = (key: 'day' | 'time') => ({
    value: form.values[key],
    onChange: (value: string) => form.setFieldValue(key, value),
    error: form.errors[key],
  })
  const sendByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  const assignees = people.map((person) => ({ value: String(person.id), label: person.name }))
  return (
    <form
      onSubmit={form.submit}
      onKeyDown={sendByKey}
      onFocus={use.enter}
      onBlur={use.leave}
      noValidate
      className={classes.form}
      data-quick={(quick && opened) || undefined}
    >
      <MentionField
        label={note ? 'Note' : 'New note'}
        value={form.values.body ?? ''}
        onChange={(value) => form.setFieldValue('body', value)}
        error={form.errors.body}
        people={people}
        onMention={(person) => setChosen([person, ...chosen])}
        quick={quick}
        opened={opened}
      />
      {opened && (
        <>
          <div className={classes.task}>
            <DateTimeField label="Due" day={field('day')} time={field('time')} usual="upcoming" />
            <NativeSelect
              label="Assigned to"
              data={[{ value: '', label: 'Nobody' }, ...assignees]}
              {...form.getInputProps('assigneeId')}
            />
          </div>
          {form.fault && <Fault {...form.fault} />}
          <Group gap="xs" justify="flex-end">
            {onCancel && (
              <Button variant="default" onClick={onCancel} disabled={form.saving}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={form.saving}>
              {confirm}
            </Button>
          </Group>
        </>
      )}
    </form>
  )
}

/** Whether the focus is in the form. The calendar of the day stands elsewhere, but the form is told of its focus. */
function useUse() {
  const [used, setUsed] = useState(false)
  const within = useRef(false)
  return {
    used,
    enter: () => {
      within.current = true
      setUsed(true)
    },
    leave: () => {
      within.current = false
      afterPress(() => within.current || !document.hasFocus() || setUsed(false))
    },
  }
}

/** The failure with the server's messages at the fields that take them. */
function atItsField(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { dueAt, ...fields } = error.fields
  const mention = Object.entries(fields).find(([key]) => key.startsWith('mentions'))?.[1]
  if (!dueAt && !mention) return error
  return new ApiError(error.code, error.message, {
    ...error,
    fields: { ...fields, ...(dueAt && { day: dueAt }), ...(mention && { body: mention }) },
  })
}
