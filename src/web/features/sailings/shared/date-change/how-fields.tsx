import { Checkbox, TextInput } from '@mantine/core'
import { ToldRows } from '#web/features/sailings/shared/told/told-rows.tsx'
import { type Told, useToldChoices } from '#web/features/sailings/shared/told/use-told.ts'
import { FieldGrid, WideField } from '#web/ui/form/field-grid.tsx'

/** The way the dates change, and what goes with it. */
export interface How extends Told {
  shift: boolean
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

/** Fields for the arrival at the place, an event, the mail, the reason and a comment. */
export function HowFields({ how, errors, onChange }: HowFieldsProps) {
  const choices = useToldChoices()
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
      <ToldRows choices={choices} told={how} errors={errors} mailAlone onChange={set} />
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
