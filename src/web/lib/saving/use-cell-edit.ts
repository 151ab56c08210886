import { type KeyboardEvent, useState } from 'react'
import type { z } from 'zod'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { LIST_KEYS } from '#web/lib/list/list-state.ts'
import { same } from './merge-changes.ts'

interface CellEdit<Row, S extends z.ZodType> {
  row: Row
  field: keyof Row & string
  /** The contract's check of the field. */
  schema: S
  /** Saves what was typed over the row it was typed on; rejects with an AbortError when it was decided not to. */
  save: (from: Row, value: z.output<S>) => Promise<unknown>
}

/**
 * A value of a list that is edited where it stands: Enter saves, Escape takes it back. What is typed stays, over the
 * row it began on, until it is saved or taken back, whatever the list reads meanwhile; leaving the list's page asks.
 */
export function useCellEdit<Row extends object, S extends z.ZodType>({ row, field, schema, save }: CellEdit<Row, S>) {
  const [edited, setEdited] = useState<{ typed: string; from: Row } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const dirty = edited !== null && edited.typed !== String(edited.from[field])
  useUnsaved(dirty, { keys: LIST_KEYS })

  const type = (typed: string) => setEdited({ typed, from: edited?.from ?? row })
  const restore = () => {
    if (saving) return
    setEdited(null)
    setError(null)
  }
  const send = async (from: Row, value: z.output<S>) => {
    setSaving(true)
    try {
      await save(from, value)
      setEdited(null)
    } catch (failure) {
      const atField = failure instanceof ApiError ? failure.fields[field] : undefined
      const stopped = failure instanceof DOMException && failure.name === 'AbortError'
      setError(stopped ? null : (atField ?? messageOf(failure)))
      if (!atField) showError(failure)
    } finally {
      setSaving(false)
    }
  }
  const submit = () => {
    if (!edited || saving) return
    const checked = schema.safeParse(edited.typed)
    setError(checked.success ? null : (checked.error.issues[0]?.message ?? ''))
    if (!checked.success) return
    if (same(checked.data, edited.from[field])) restore()
    else void send(edited.from, checked.data)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit()
    if (event.key === 'Escape') restore()
  }
  return {
    /** Null while nothing is typed. */
    typed: edited?.typed ?? null,
    dirty,
    error,
    saving,
    type,
    restore,
    submit,
    onKeyDown,
  }
}
