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
  /** The contract's schema of the field. */
  schema: S
  /** Saves the value over the row that editing began on; rejects with an AbortError if given up. */
  save: (from: Row, value: z.output<S>) => Promise<unknown>
}

/**
 * Edits a value in place in its list: Enter saves, Escape restores. Typed text stays until then, even if the
 * list refreshes meanwhile; leaving the page asks first.
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
    /** The typed text; null while nothing is typed. */
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
