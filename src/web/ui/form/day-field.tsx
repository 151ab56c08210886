import '@mantine/dates/styles.css'
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'

interface DayFieldProps extends Pick<TextInputProps, 'error' | 'required' | 'disabled' | 'withAsterisk' | 'w'> {
  label: string
  /** The typed text: an invalid day stays and shows its error. */
  value: string
  onChange: (value: string) => void
  /** Reads the typed text as 'yyyy-MM-dd'; null if it is not a day. */
  read: (typed: string) => string | null
  /** Shows a 'yyyy-MM-dd' as the field has it. */
  show: (day: string) => string
}

const LABELS = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
  monthLevelControl: 'Choose the month',
  yearLevelControl: 'Choose the year',
}

/** A field for a day, typed as MM/dd/yyyy or picked from a calendar. */
export function DayField({ label, value, onChange, read, show, ...input }: DayFieldProps) {
  const [opened, setOpened] = useState(false)
  const day = read(value)
  const pick = (picked: string | null) => {
    onChange(picked ? show(picked) : '')
    setOpened(false)
  }
  return (
    <TextInput
      {...input}
      label={label}
      placeholder="MM/dd/yyyy"
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => day && onChange(show(day))}
      rightSectionPointerEvents="all"
      rightSection={
        <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              size={24}
              aria-label={`Choose ${label.toLowerCase()}`}
              disabled={input.disabled}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <DatePicker
              value={day}
              defaultDate={day ?? undefined}
              onChange={pick}
              ariaLabels={LABELS}
              hideOutsideDates
              weekendDays={[]}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
