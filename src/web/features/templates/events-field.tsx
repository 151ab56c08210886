import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { eventsQuery } from '#web/model/templates/templates.ts'

interface EventsFieldProps {
  value: number[]
  error: ReactNode
  onChange: (ids: number[]) => void
}

/** The events that a mail is suggested for: exactly those chosen here. */
export function EventsField({ value, error, onChange }: EventsFieldProps) {
  const events = useQuery(eventsQuery).data ?? []
  return (
    <MultiSelect
      label="Suggested for these events"
      description="When staff set one of these events, this mail is offered first. An event has one mail: choosing it here replaces the current one."
      placeholder={value.length === 0 ? 'None' : undefined}
      searchable
      // On a phone one event and the field beside it fit in one line.
      styles={{ inputField: { minWidth: 40 } }}
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
