import { TextInput } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { holidays } from '#contract/free-time/holidays.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { idColumn, textColumn } from '#web/ui/resource/columns.tsx'
import { type Field, textField } from '#web/ui/resource/fields.tsx'
import { ReferenceScreen } from '#web/ui/resource/reference-screen.tsx'
import { DayInput } from './shared/day-input.tsx'
import { showPlainDay } from './shared/words.ts'

type HolidayField = Field<typeof holidays.row, typeof holidays.input>

const codeField = (name: 'country' | 'region', label: string, placeholder: string): HolidayField => ({
  name,
  label,
  width: 'half',
  render: (input) => (
    <TextInput
      {...input}
      value={input.value ?? ''}
      withAsterisk={name === 'country'}
      placeholder={placeholder}
      autoComplete="off"
    />
  ),
  shown: (code) => String(code || EMPTY),
})

const FIELDS: readonly HolidayField[] = [
  codeField('country', 'Country', 'US'),
  codeField('region', 'State or province', 'Empty for all'),
  {
    name: 'day',
    label: 'Day',
    width: 'half',
    render: (input) => <DayInput input={input} withAsterisk />,
    shown: (day) => showPlainDay(day ? String(day) : null),
  },
  textField('name', 'Name'),
]

export function HolidaysPage() {
  return (
    <ReferenceScreen
      resource={holidays}
      title="Holidays"
      icon={IconCalendarOff}
      about="Days that working days of free time leave out appear here."
      nameOf={({ name, day }) => `${name}, ${showPlainDay(day)}`}
      columns={[
        idColumn,
        { id: 'day', width: 170, cell: ({ day }) => showPlainDay(day) },
        { ...textColumn('name', 300), card: 'title' },
        textColumn('country', 120),
        { id: 'region', width: 180, cell: ({ region }) => region || EMPTY },
      ]}
      fields={FIELDS}
      blank={{ country: '', region: '', day: '', name: '' }}
    />
  )
}
