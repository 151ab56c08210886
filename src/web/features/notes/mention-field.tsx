import { Textarea, type TextareaProps, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusWhenShown } from '#web/lib/browser/focus-when-shown.ts'
import { type Caret, type Person, peopleLike, type Typed, typedBehindMention, typedMention } from './mentions.ts'
import classes from './notes.module.css'

const MENTIONS = '@ mentions a colleague'

interface MentionFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  /** Colleagues who can be mentioned. */
  people: readonly Person[]
  onMention: (person: Person) => void
  /** True for one line without a label, which does not take the focus when it comes; it grows with its text. */
  quick?: boolean
  /** False for a quick field that is not used yet, without its description. */
  opened?: boolean
}

/** A text field in which @ offers colleagues: arrows choose, Enter or Tab inserts, Escape closes the list. */
export function MentionField(props: MentionFieldProps) {
  const { value, onChange, error, people, onMention, quick = false } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [typed, setTyped] = useState<Typed | null>(null)
  const [at, setAt] = useState(0)
  const behind = useBehindMention(field)
  const offered = typed ? peopleLike(people, typed.start) : []
  const opened = offered.length > 0
  const current = Math.min(at, offered.length - 1)

  // The field comes after the drawer has opened, or in place of a note: it takes the focus along.
  useEffect(() => {
    if (!quick) focusWhenShown(() => field.current)
  }, [quick])

  const look = (text: string, caret: number) => {
    setTyped(typedMention(text, caret))
    setAt(0)
  }
  const choose = (person: Person) => {
    if (!typed) return
    const name = `@${person.name} `
    const rest = value.slice(typed.from + 1 + typed.start.length)
    // The text renders at once: keys in between would land on both sides of a caret that is placed later.
    flushSync(() => {
      onChange(value.slice(0, typed.from) + name + rest.replace(/^ /, ''))
      onMention(person)
      setTyped(null)
    })
    behind.place(typed.from + name.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opened) return
    const chosen = offered[current]
    if (event.key === 'ArrowDown') setAt((current + 1) % offered.length)
    else if (event.key === 'ArrowUp') setAt((current + offered.length - 1) % offered.length)
    else if (event.key === 'Escape') setTyped(null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey && chosen)
      choose(chosen)
    else return
    event.preventDefault()
    // Escape closes the list, not the drawer around it.
    event.nativeEvent.stopImmediatePropagation()
    event.stopPropagation()
  }

  return (
    <div className={classes.mention}>
      <Textarea
        ref={field}
        {...lookOf(props)}
        autosize
        maxRows={12}
        value={value}
        error={error}
        aria-autocomplete="list"
        aria-controls={opened ? list : undefined}
        aria-activedescendant={opened ? `${list}-${current}` : undefined}
        onChange={({ currentTarget }) =>
          behind.typed({ text: currentTarget.value, caret: currentTarget.selectionStart }, ({ text, caret }) => {
            onChange(text)
            look(text, caret)
          })
        }
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
      />
      <Offered id={list} people={offered} current={current} onChoose={choose} />
      <VisuallyHidden role="status">{opened && `${counted(offered.length)}, ${offered[current]?.name}`}</VisuallyHidden>
    </div>
  )
}

/** Label, description and height of the field. */
function lookOf({ label, quick, opened: used = true }: MentionFieldProps) {
  if (!quick) return { label, description: MENTIONS, minRows: 3 }
  return {
    'aria-label': label,
    placeholder: 'Write a note. Only staff see it.',
    description: used && MENTIONS,
    inputWrapperOrder: ['input', 'description', 'error'] satisfies TextareaProps['inputWrapperOrder'],
    minRows: used ? 2 : 1,
    size: 'xs',
  }
}

/** Places the caret behind a mention that was chosen, and tidies what is typed right there. */
function useBehindMention(field: RefObject<HTMLTextAreaElement | null>) {
  const behind = useRef<number | null>(null)
  return {
    place: (caret: number) => {
      behind.current = caret
      field.current?.focus()
      field.current?.setSelectionRange(caret, caret)
    },
    typed: (now: Caret, show: (next: Caret) => void) => {
      const next = behind.current === now.caret - 1 ? typedBehindMention(now) : now
      behind.current = null
      flushSync(() => show(next))
      if (next.text !== now.text) field.current?.setSelectionRange(next.caret, next.caret)
    },
  }
}

const counted = (people: number) => (people === 1 ? '1 colleague' : `${people} colleagues`)

interface OfferedProps {
  id: string
  people: readonly Person[]
  /** The index of the colleague whom Enter inserts. */
  current: number
  onChoose: (person: Person) => void
}

/** Colleagues to choose from, below the field, which keeps the focus. */
const Offered = ({ id, people, current, onChoose }: OfferedProps) => (
  <div id={id} role="listbox" aria-label="Colleagues" className={classes.people} hidden={people.length === 0}>
    {people.map((person, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
      <div
        key={person.id}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === current}
        className={classes.person}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(person)}
      >
        {person.name}
      </div>
    ))}
  </div>
)
