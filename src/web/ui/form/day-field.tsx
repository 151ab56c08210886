import '@mantine/dates/styles.css'
import { ActionIcon, Button, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { afterPress } from '#web/lib/browser/after-press.ts'
import { isWithoutYear, notADate, readDayAndTime, weekdayOf } from '#web/lib/format/form-dates.ts'
import { addUnread } from '#web/lib/saving/unread-fields.ts'
import classes from './day-field.module.css'
import { oddDay, type UsualDay } from './odd-day.ts'

interface DayFieldProps extends Pick<TextInputProps, 'error' | 'required' | 'disabled' | 'withAsterisk' | 'w'> {
  label: string
  /** The typed text: an invalid day stays and shows its error. */
  value: string
  onChange: (value: string) => void
  /** Reads the typed text as 'yyyy-MM-dd'; null if it is not a day. */
  read: (typed: string) => string | null
  /** Shows a 'yyyy-MM-dd' as the field has it. */
  show: (day: string) => string
  /** Which days are usual; any other that is typed is asked about once. By default within a year. */
  usual?: UsualDay | undefined
  /** Takes a day and a time that were typed as one ('5 dec 17:00'), as their fields show them. */
  onBoth?: (day: string, time: string) => void
}

const LABELS = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
}

/**
 * A field for a day, typed as people type days or picked from a calendar; its weekday stands beside it. Leaving
 * it shows the day as MM/dd/yyyy, or the error of a text that is none, and asks about an unusual one.
 */
export function DayField(props: DayFieldProps) {
  const { label, value, onChange, read, show, usual = 'near', onBoth, error, ...input } = props
  const [left, setLeft] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const day = read(value)
  const odd = useOddDay(day, usual)
  const leave = () => {
    afterPress(() => setLeft(value))
    if (day) {
      if (show(day) !== value) onChange(show(day))
      odd.ask(day, isWithoutYear(value))
      return
    }
    const both = onBoth && readDayAndTime(value)
    if (!both) return
    onBoth(show(both.day), both.time)
    odd.ask(both.day)
  }
  const pick = (picked: string | null) => {
    onChange(picked ? show(picked) : '')
    if (picked) odd.ask(picked)
  }
  const isWrong = left === value && value.trim() !== '' && !day
  return (
    <TextInput
      {...input}
      ref={field}
      label={label}
      placeholder="MM/dd/yyyy"
      autoComplete="off"
      value={value}
      error={error || (isWrong && notADate())}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={() => odd.from(day)}
      onBlur={leave}
      // Enter sends the form: it takes the day as leaving does.
      onKeyDown={({ key }) => key === 'Enter' && leave()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={odd.fact && <OddDay fact={odd.fact} onKeep={odd.keep} field={field} />}
      rightSectionPointerEvents="all"
      rightSectionWidth={day ? 62 : 32}
      rightSection={
        <span className={classes.right}>
          {day && <span className={classes.weekday}>{weekdayOf(day)}</span>}
          <Calendar label={label} day={day} disabled={input.disabled} onPick={pick} />
        </span>
      }
    />
  )
}

/** The fact that makes a chosen day odd; null once it is kept, and for days that were there before. */
function useOddDay(day: string | null, usual: UsualDay) {
  const [asked, setAsked] = useState<{ day: string; withoutYear: boolean } | null>(null)
  /** Days that are not asked about: the one from before, and those that were kept. */
  const known = useRef(new Set<string | null>([day]))
  return {
    fact: asked !== null && asked.day === day ? oddDay(asked.day, usual, asked) : null,
    from: (before: string | null) => asked === null && known.current.add(before),
    // Enter leaves the field twice: a day that it shows already says its year.
    ask: (chosen: string, withoutYear = false) =>
      setAsked((before) => {
        if (known.current.has(chosen)) return null
        return before?.day === chosen ? before : { day: chosen, withoutYear }
      }),
    keep: () => {
      known.current.add(day)
      setAsked(null)
    },
  }
}

interface OddDayProps {
  fact: string
  onKeep: () => void
  field: RefObject<HTMLInputElement | null>
}

const isSubmit = (target: EventTarget | null) => target instanceof HTMLButtonElement && target.type === 'submit'

/** The question about an odd day. A save that comes before it could be seen waits once, with the focus on it. */
function OddDay({ fact, onKeep, field }: OddDayProps) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The question is unseen by somebody who only pressed Enter in the field, or Save.
    const isUnseen = (target: EventTarget | null) =>
      target === field.current || target === document.body || isSubmit(target)
    if (!keep.current || !isUnseen(document.activeElement)) return
    const end = addUnread(keep.current, async () => {
      end()
      return false
    })
    const look = ({ target }: FocusEvent) => isUnseen(target) || end()
    document.addEventListener('focusin', look)
    return () => {
      end()
      document.removeEventListener('focusin', look)
    }
  }, [field])
  return (
    <span className={classes.odd}>
      <span role="status">{fact}. Is that right?</span>
      <Button ref={keep} size="compact-xs" variant="default" onClick={onKeep}>
        Keep
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={() => field.current?.select()}>
        Change
      </Button>
    </span>
  )
}

interface CalendarProps {
  label: string
  day: string | null
  disabled: boolean | undefined
  onPick: (day: string | null) => void
}

function Calendar({ label, day, disabled, onPick }: CalendarProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          size={24}
          aria-label={`Choose ${label.toLowerCase()}`}
          disabled={disabled}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          value={day}
          defaultDate={day ?? undefined}
          onChange={(picked) => {
            onPick(picked)
            setOpened(false)
          }}
          ariaLabels={LABELS}
          hideOutsideDates
          weekendDays={[]}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
