import { useMergedRef } from '@mantine/hooks'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fold } from '#contract/lib/fold.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { addUnread } from '#web/lib/saving/unread-fields.ts'

/** A choice, as lists of choices have it. */
export interface Choice {
  value: string
  label: string
}

interface TypedChoice<C extends Choice> {
  /** The text of the chosen option; '' for none, and where several can be chosen. */
  chosen: string
  /** The noun for messages: 'port'. */
  noun: string
  /** Options that a text finds, in the order of the list. */
  matchesOf: (text: string) => readonly C[]
  /** True until `matchesOf` knows the answer for a text. */
  isWaiting: (text: string) => boolean
  take: (choice: C) => void
  /** Chooses nothing; absent if something must be chosen. */
  clear?: (() => void) | undefined
  ref?: Ref<HTMLInputElement> | undefined
  error?: ReactNode
}

/** How a text becomes a choice: by Enter its first match, by leaving the field its only one. */
type How = 'first' | 'only'

/** The choice that a text means, or why it means none. */
function choiceOf<C extends Choice>(text: string, noun: string, matches: readonly C[], how: How): C | string {
  const [first] = matches
  if (!first) return `No ${noun} matches "${text}"`
  const exact = matches.filter(({ label }) => fold(label) === fold(text))
  if (how === 'first' || matches.length === 1) return first
  const [only, other] = exact
  return only && !other ? only : `More than one ${noun} matches "${text}". Choose one.`
}

/** The option of an open list that Enter takes. */
const highlighted = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-controls') ?? '')?.querySelector('[data-combobox-selected]')

/**
 * The text of a select that is searched by typing, until it is a choice. Typing replaces the chosen text and
 * highlights the first match. Enter takes it, and never submits while the list is open; leaving takes the only match. A text
 * that is no choice stays, says why, and holds the save of its form. Escape closes the list, then restores.
 */
export function useTypedChoice<C extends Choice>(options: TypedChoice<C>) {
  const { chosen, noun, matchesOf, isWaiting, take, clear, ref, error } = options
  const field = useRef<HTMLInputElement>(null)
  const merged = useMergedRef(field, ref)
  const [text, setText] = useState(chosen)
  const [edited, setEdited] = useState(false)
  const [opened, setOpened] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const isUnread = edited && text !== chosen
  const wanted = isUnread ? text.trim() : ''
  const waiting = isWaiting(wanted)
  const matches = wanted === '' ? [] : matchesOf(wanted)

  const close = () => setOpened(false)
  const selectSettled = useSelectSettled(field)
  /** Shows the text of what was chosen, selected while the focus is in the field: typing replaces it again. */
  const settle = (shown: string) => {
    selectSettled()
    setText(shown)
    setEdited(false)
    setRefused(null)
  }
  const read = (how: How) => {
    if (wanted === '') {
      if (!clear) return setRefused(REQUIRED)
      clear()
      return settle('')
    }
    const choice = choiceOf(wanted, noun, matches, how)
    if (typeof choice === 'string') return setRefused(choice)
    close()
    take(choice)
  }
  const reading = useReading({ field, isUnread, waiting, read })
  const keepText = useKeepText()
  const onSearchChange = (next: string) => {
    // Mantine shows a name that arrives, also over what is being typed, which the page already has.
    const isTyped = field.current?.value === next
    if (keepText.current || (isUnread && !isTyped && next === chosen)) return
    if (!isTyped) selectSettled()
    setText(next)
    setEdited(next !== chosen)
    setRefused(null)
    reading.wishFor(null)
  }
  useOwnEscape(field, isUnread, opened)
  const list = opened && wanted !== '' && !waiting ? matches.map(({ value }) => value).join() : ''
  return {
    /** The typed text, for which matches are wanted; '' while the chosen one shows. */
    wanted,
    isUnread,
    settle,
    close,
    props: {
      ref: merged,
      'data-search-select': noun,
      error: refused ?? error,
      searchValue: text,
      onSearchChange,
      selectFirstOptionOnChange: useHasListed(list),
      openOnFocus: false,
      dropdownOpened: opened,
      onDropdownOpen: () => setOpened(true),
      onDropdownClose: close,
      ...keysOf({ isUnread, opened, restore: () => settle(chosen), close, ...reading, keepText }),
    },
  }
}

interface Keys {
  isUnread: boolean
  opened: boolean
  restore: () => void
  close: () => void
  wishFor: (how: How | null) => void
  takeBack: () => void
  keepText: ReturnType<typeof useKeepText>
}

const isAllSelected = (field: HTMLInputElement) =>
  document.activeElement === field && field.selectionStart === 0 && field.selectionEnd === field.value.length

const keepAllSelected = (event: MouseEvent<HTMLInputElement>) => {
  if (event.detail === 1 && isAllSelected(event.currentTarget)) event.preventDefault()
}

/** Handlers of keys and of the focus at the field. */
const keysOf = ({ isUnread, opened, restore, close, wishFor, takeBack, keepText }: Keys) => ({
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && (opened || isUnread)) {
      event.stopPropagation()
      if (!opened) restore()
      takeBack()
    }
    if (event.key !== 'Enter' || !opened) return
    event.preventDefault()
    if (highlighted(event.currentTarget)) return
    if (isUnread) wishFor('first')
    else close()
  },
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  // A click into a text that is all selected would take the selection away once it is over, perhaps after the first
  // key: some browsers decide that at the press, some at the release. A double click still takes a word.
  onMouseDown: keepAllSelected,
  onMouseUp: keepAllSelected,
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    const isPart = currentTarget.selectionStart !== currentTarget.selectionEnd && !isAllSelected(currentTarget)
    if (!isPart && !isUnread) currentTarget.select()
  },
  onBlurCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    keepText.forNow()
    // The window may have lost the focus, and the field kept it.
    if (isUnread && document.activeElement !== currentTarget) wishFor('only')
  },
})

interface Reading {
  field: RefObject<HTMLInputElement | null>
  isUnread: boolean
  waiting: boolean
  read: (how: How) => void
}

/**
 * Reads a text as soon as its matches are known, when that is wished for: by a key, or by a form that is about
 * to save. Returns what sets the wish (null: none), and what takes it back.
 */
function useReading({ field, isUnread, waiting, read }: Reading) {
  // An object: a wish that follows another before that one has gone is a new one all the same.
  const [wish, setWish] = useState<{ how: How } | null>(null)
  const readers = useRef<((read: boolean) => void)[]>([])
  const onWish = useEffectEvent((how: How) => {
    setWish(null)
    if (isUnread) read(how)
  })
  useEffect(() => {
    if (wish && !waiting) onWish(wish.how)
  }, [wish, waiting])
  useEffect(() => {
    if (wish === null) for (const tell of readers.current.splice(0)) tell(!isUnread)
  }, [wish, isUnread])
  useEffect(() => {
    if (!isUnread || !field.current) return
    return addUnread(field.current, () => {
      setWish((now) => now ?? { how: 'only' })
      return new Promise((tell) => readers.current.push(tell))
    })
  }, [field, isUnread])
  const wishFor = (how: How | null) => setWish(how && { how })
  /** Takes the wish back, and with it a save that waits for the text. */
  const takeBack = () => {
    for (const tell of readers.current.splice(0)) tell(false)
    setWish(null)
  }
  return { wishFor, takeBack }
}

/**
 * True once a list of options, named by its values, is in the page: there Mantine looks for the first one to
 * highlight, each time this becomes true. Later than its own timer, which forgets what is highlighted in a list that has
 * just opened: Enter would then do nothing.
 */
function useHasListed(list: string): boolean {
  const [listed, setListed] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setListed(list))
    return () => {
      window.clearTimeout(timer)
      // The same list may be back before the timer of an empty one.
      setListed('')
    }
  }, [list])
  return list !== '' && list === listed
}

/** Selects the text of a field that has the focus, once it is shown; returned is what asks for that. */
function useSelectSettled(field: RefObject<HTMLInputElement | null>): () => void {
  const asked = useRef(false)
  useLayoutEffect(() => {
    if (!asked.current) return
    asked.current = false
    if (document.activeElement === field.current) field.current?.select()
  })
  return () => {
    asked.current = true
  }
}

/** Marks the field of a text that Escape restores, for the dialog around it, which would close. */
function useOwnEscape(field: RefObject<HTMLInputElement | null>, isUnread: boolean, opened: boolean): void {
  useLayoutEffect(() => {
    if (isUnread || opened) field.current?.setAttribute('data-mantine-stop-propagation', 'true')
    else field.current?.removeAttribute('data-mantine-stop-propagation')
  })
}

/** A mark for the moment in which the focus leaves and Mantine would put back the chosen text. */
function useKeepText() {
  const [mark] = useState(() => ({
    current: false,
    forNow: () => {
      mark.current = true
      queueMicrotask(() => {
        mark.current = false
      })
    },
  }))
  return mark
}
