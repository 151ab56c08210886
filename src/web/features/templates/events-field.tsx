import { NativeSelect, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ATTACHED_KINDS, type AttachedKind, MADE_KIND_LABELS } from '#contract/made-documents/made-documents.ts'
import { TEMPLATE_LABELS } from '#contract/templates/templates.ts'
import { ChoicesSelect } from '#web/ui/form/search-select.tsx'
import { eventsQuery } from './shared/templates.ts'

interface EventsFieldProps {
  value: number[]
  error: ReactNode
  onChange: (ids: number[]) => void
}

/** The events that a mail is suggested for: exactly those chosen here. */
export function EventsField({ value, error, onChange }: EventsFieldProps) {
  const events = useQuery(eventsQuery).data ?? []
  return (
    <ChoicesSelect
      label="Suggested for these events"
      noun="event"
      description="When staff set one of these events, this mail is offered first. An event has one mail: choosing it here replaces the current one."
      placeholder={value.length === 0 ? 'None' : undefined}
      // A phone fits one event and the field beside it in one line.
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

interface AttachesFieldProps {
  value: AttachedKind | null
  error: ReactNode
  onChange: (kind: AttachedKind | null) => void
}

/** The field for the document that goes with a mail. */
export function AttachesField({ value, error, onChange }: AttachesFieldProps) {
  return (
    <NativeSelect
      label={TEMPLATE_LABELS.attaches}
      description="When staff choose this mail for an event, this document is offered as its attachment."
      data={[
        { value: '', label: 'None' },
        ...ATTACHED_KINDS.map((kind) => ({ value: kind, label: MADE_KIND_LABELS[kind] })),
      ]}
      value={value ?? ''}
      error={error}
      onChange={({ currentTarget }) => onChange(ATTACHED_KINDS.find((kind) => kind === currentTarget.value) ?? null)}
    />
  )
}

interface SuggestedFieldProps {
  value: 'dates' | null
  onChange: (value: 'dates' | null) => void
}

/** The switch for the one mail that a change of dates suggests. */
export function SuggestedField({ value, onChange }: SuggestedFieldProps) {
  return (
    <Switch
      label={TEMPLATE_LABELS.suggestedFor}
      description="One mail is: switching it on here takes it from the current one."
      checked={value === 'dates'}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'dates' : null)}
    />
  )
}

interface TrackingFieldProps {
  value: boolean
  onChange: (value: boolean) => void
}

/** The switch for showing documents behind the mail's link. */
export function TrackingField({ value, onChange }: TrackingFieldProps) {
  return (
    <Switch
      label={TEMPLATE_LABELS.trackingDocuments}
      description="The client's own tracking link in this mail leads to the documents that were mailed, too."
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
