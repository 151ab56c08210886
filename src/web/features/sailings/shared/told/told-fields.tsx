import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { ToldPreview } from './told-preview.tsx'
import { ToldRows } from './told-rows.tsx'
import type { useTold } from './use-told.ts'

interface ToldFieldsProps {
  of: Pick<ReturnType<typeof useTold>, 'choices' | 'told' | 'choose'>
  /** The orders in which the fact is recorded. */
  orderIds: readonly number[]
  /** When it happened, ISO 8601; null while that is not a date. */
  date: string | null
  errors: { eventId?: string; emailTemplateId?: string }
}

/** The event of a fact and its mail, with the run that sets and sends them. */
export function ToldFields({ of: { choices, told, choose }, orderIds, date, errors }: ToldFieldsProps) {
  return (
    <>
      <FieldGrid>
        <ToldRows choices={choices} told={told} errors={errors} onChange={choose} />
      </FieldGrid>
      <ToldPreview orderIds={orderIds} told={told} date={date} />
    </>
  )
}
