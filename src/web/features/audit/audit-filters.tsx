import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DATE, WHOLE_NUMBER } from '#contract/lib/messages.ts'
import { readDay, showDay } from '#web/lib/format/form-dates.ts'
import { DayField } from '#web/ui/form/day-field.tsx'
import classes from './audit.module.css'
import { auditFiltersQuery } from './audit-queries.ts'
import type { AuditSearch } from './audit-search.ts'
import { actionLabel } from './audit-words.ts'
import { entityLabel } from './entity-labels.ts'

interface AuditFiltersProps {
  search: AuditSearch
  onChange: (change: AuditSearch) => void
}

/** The filters of the trail; each change applies at once. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { data } = useQuery(auditFiltersQuery)
  const options = (all: string, values: readonly { value: string; label: string }[] = []) => [
    { value: '', label: all },
    ...values,
  ]
  return (
    <search className={classes.filters} aria-label="Filters">
      <NativeSelect
        label="Action"
        value={search.action ?? ''}
        onChange={(event) => onChange({ action: event.currentTarget.value || undefined })}
        data={options(
          'Any action',
          data?.actions.map((value) => ({ value, label: actionLabel(value) })),
        )}
      />
      <NativeSelect
        label="Record type"
        value={search.entity ?? ''}
        onChange={(event) => onChange({ entity: event.currentTarget.value || undefined, record: undefined })}
        data={options(
          'Any record',
          data?.entities.map((value) => ({ value, label: entityLabel(value) })),
        )}
      />
      <RecordId value={search.record} onChange={(record) => onChange({ record })} />
      <NativeSelect
        label="Who"
        value={search.user ?? ''}
        onChange={(event) => onChange({ user: Number(event.currentTarget.value) || undefined })}
        data={options(
          'Anyone',
          data?.users.map(({ id, name }) => ({ value: String(id), label: name })),
        )}
      />
      <Day label="From" value={search.from} onChange={(from) => onChange({ from })} />
      <Day label="Until" value={search.to} onChange={(to) => onChange({ to })} />
    </search>
  )
}

/** The typed text of a filter in the address; a new value there (Back, another filter) replaces it. */
function useTyped(value: string, meaning: (typed: string) => string | null) {
  const [typed, setTyped] = useState(value)
  const [last, setLast] = useState(value)
  if (value !== last) {
    setLast(value)
    if (meaning(typed) !== value) setTyped(value)
  }
  return [typed, setTyped] as const
}

function RecordId({ value, onChange }: { value: number | undefined; onChange: (value: number | undefined) => void }) {
  const [typed, setTyped] = useTyped(value ? String(value) : '', (text) => text)
  const text = typed.normalize('NFKC').trim()
  const id = /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined
  const wrong = text !== '' && id === undefined
  return (
    <TextInput
      label="Record ID"
      inputMode="numeric"
      w={130}
      value={typed}
      error={wrong && WHOLE_NUMBER}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => !wrong && id !== value && onChange(id)}
      onKeyDown={(event) => event.key === 'Enter' && !wrong && onChange(id)}
    />
  )
}

interface DayProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** The typed day as the field shows it; '' when empty, null when invalid. */
function shownDay(typed: string): string | null {
  const day = readDay(typed)
  return day ? showDay(day) : typed === '' ? '' : null
}

function Day({ label, value, onChange }: DayProps) {
  const [typed, setTyped] = useTyped(value ? showDay(value) : '', shownDay)
  const change = (next: string) => {
    setTyped(next)
    const day = readDay(next)
    if (day || next === '') onChange(day ?? undefined)
  }
  return (
    <DayField
      label={label}
      w={150}
      value={typed}
      onChange={change}
      read={readDay}
      show={showDay}
      usual="any"
      error={typed !== '' && !readDay(typed) && DATE}
    />
  )
}
