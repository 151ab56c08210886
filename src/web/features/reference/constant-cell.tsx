import { ActionIcon, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type Constant, constants } from '#contract/constants.ts'
import { NOT_ALL_FILLED, REQUIRED } from '#contract/lib/messages.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { showError } from '#web/lib/toast.tsx'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { useSave } from '#web/lib/use-resource.ts'
import classes from './constant-cell.module.css'

/** A value that is edited where it stands: Enter saves, Escape restores, a comma becomes a dot. */
export function ConstantCell({ row }: { row: Constant }) {
  const stored = String(row.value)
  const [typed, setTyped] = useState(stored)
  const [error, setError] = useState<string | null>(null)
  const save = useSave(constants)
  const errorId = useId()
  const dirty = typed !== stored
  useUnsaved(dirty)
  // What was stored since, here or by someone else, shows unless something else is typed.
  useEffect(() => setTyped(stored), [stored])

  const restore = () => {
    setTyped(stored)
    setError(null)
  }
  const submit = () => {
    const parsed = constants.input.shape.value.safeParse(typed)
    if (!parsed.success) {
      const message = parsed.error.issues[0]?.message ?? ''
      return setError(message === REQUIRED ? NOT_ALL_FILLED : message)
    }
    setError(null)
    if (parsed.data === row.value) return restore()
    if (save.isPending) return
    save.mutate(
      { id: row.id, values: { value: parsed.data, updatedAt: row.updatedAt } },
      {
        onError: (failure) => {
          setError(messageOf(failure))
          showError(failure)
        },
      },
    )
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit()
    if (event.key === 'Escape') restore()
  }
  return (
    <div className={classes.cell}>
      <TextInput
        size="xs"
        w={150}
        aria-label={row.name}
        aria-describedby={error ? errorId : undefined}
        error={error !== null}
        inputMode="decimal"
        autoComplete="off"
        classNames={{ input: classes.input }}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replace(',', '.'))}
        onKeyDown={onKey}
      />
      {dirty && (
        <>
          <ActionIcon aria-label={`Save ${row.name}`} loading={save.isPending} onClick={submit}>
            <IconCheck size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Restore ${row.name}`} disabled={save.isPending} onClick={restore}>
            <IconArrowBackUp size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
      <span id={errorId} className={classes.error} role="alert">
        {error}
      </span>
    </div>
  )
}
