import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { eventsQuery } from '#web/model/templates/templates.ts'

interface EventsFieldProps {
  value: number[]
  error: ReactNode
  onChange: (ids: number[]) => void
}

/** The events that send a mail: exactly those chosen here. */
export function EventsField({ value, error, onChange }: EventsFieldProps) {
  const events = useQuery(eventsQuery).data ?? []
  return (
    <MultiSelect
      label="Events that send this mail"
      description="An event sends one mail. Choosing it here replaces its current mail."
      placeholder={value.length === 0 ? 'None' : undefined}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Remove all events' }}
      nothingFoundMessage="No events found"
      data={events.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      error={error}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
