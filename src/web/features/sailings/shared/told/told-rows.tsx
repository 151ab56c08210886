import { NativeSelect } from '@mantine/core'
import { NO_MAIL } from '#contract/orders/set-event.ts'
import { type Told, type ToldChoices, toldBy } from './use-told.ts'

interface ToldRowsProps {
  choices: ToldChoices
  told: Told
  errors: { eventId?: string; emailTemplateId?: string }
  /** True for a mail that can go without an event. */
  mailAlone?: boolean
  onChange: (told: Told) => void
}

const idOf = (value: string) => (value === '' ? null : Number(value))
const textOf = (id: number | null) => (id === null ? '' : String(id))
const asOption = ({ id, title }: { id: number; title: string }) => ({ value: String(id), label: title })

/** The rows 'Set event' and 'Send mail': an event brings the mail that it suggests. */
export function ToldRows({ choices, told, errors, mailAlone = false, onChange }: ToldRowsProps) {
  const { events, templates } = choices
  const suggested = templates.find(({ id }) => id === toldBy(choices, told.eventId).emailTemplateId)
  const rest = templates.filter((each) => each !== suggested)
  return (
    <>
      <NativeSelect
        label="Set event"
        data={[{ value: '', label: 'None' }, ...events.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={textOf(told.eventId)}
        onChange={({ currentTarget }) => onChange(toldBy(choices, idOf(currentTarget.value)))}
        error={errors.eventId}
      />
      <NativeSelect
        label="Send mail"
        disabled={told.eventId === null && !mailAlone}
        data={[
          { value: '', label: NO_MAIL },
          ...(suggested ? [{ group: 'Suggested for this event', items: [asOption(suggested)] }] : []),
          { group: suggested ? 'Other templates' : 'Templates', items: rest.map(asOption) },
        ]}
        value={textOf(told.emailTemplateId)}
        onChange={({ currentTarget }) => onChange({ ...told, emailTemplateId: idOf(currentTarget.value) })}
        error={errors.emailTemplateId}
      />
    </>
  )
}
