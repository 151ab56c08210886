import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { NO_MAIL } from '#contract/orders/set-event.ts'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'
import { eventChoices, templateChoices } from './date-change-calls.ts'

/** The way the dates change, and what goes with it. */
export interface How {
  shift: boolean
  eventId: number | null
  emailTemplateId: number | null
  reasonCode: string
  comment: string
  /** Whether the orders of one address are told in one mail. */
  onePerClient: boolean
}

export const NO_HOW: How = {
  shift: true,
  eventId: null,
  emailTemplateId: null,
  reasonCode: '',
  comment: '',
  onePerClient: true,
}

interface HowFieldsProps {
  how: How
  errors: Partial<Record<keyof How, string>>
  onChange: (how: How) => void
}

const idOf = (value: string) => (value === '' ? null : Number(value))
const textOf = (id: number | null) => (id === null ? '' : String(id))

/** Fields for the arrival at the place, an event, the mail, the reason and a comment. */
export function HowFields({ how, errors, onChange }: HowFieldsProps) {
  const events = useQuery(eventChoices).data ?? []
  const templates = useQuery(templateChoices).data ?? []
  const set = (changed: Partial<How>) => onChange({ ...how, ...changed })
  return (
    <FieldGrid>
      <WideField>
        <Checkbox
          label="Move the arrival at the place by the same days"
          checked={how.shift}
          onChange={({ currentTarget }) => set({ shift: currentTarget.checked })}
        />
      </WideField>
      <NativeSelect
        label="Send mail"
        data={[
          { value: '', label: NO_MAIL },
          ...templates.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        value={textOf(how.emailTemplateId)}
        onChange={({ currentTarget }) => set({ emailTemplateId: idOf(currentTarget.value) })}
        error={errors.emailTemplateId}
      />
      <NativeSelect
        label="Set event"
        data={[{ value: '', label: 'None' }, ...events.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={textOf(how.eventId)}
        onChange={({ currentTarget }) => set({ eventId: idOf(currentTarget.value) })}
        error={errors.eventId}
      />
      <TextInput
        label="Reason code"
        placeholder="DCSA / SMDG, 3 letters"
        maxLength={3}
        autoComplete="off"
        value={how.reasonCode}
        onChange={({ currentTarget }) => set({ reasonCode: currentTarget.value })}
        error={errors.reasonCode}
      />
      <TextInput
        label="Comment"
        maxLength={255}
        autoComplete="off"
        value={how.comment}
        onChange={({ currentTarget }) => set({ comment: currentTarget.value })}
        error={errors.comment}
      />
      {how.emailTemplateId !== null && (
        <WideField>
          <Checkbox
            label="One mail per client, with all orders in it"
            checked={how.onePerClient}
            onChange={({ currentTarget }) => set({ onePerClient: currentTarget.checked })}
          />
        </WideField>
      )}
    </FieldGrid>
  )
}
