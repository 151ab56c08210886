import {
  type ComboboxItem,
  type ComboboxParsedItem,
  getParsedComboboxData,
  isOptionsGroup,
  MultiSelect,
  type MultiSelectProps,
  type OptionsFilter,
  Select,
  type SelectProps,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { foldedFilter } from './folded-filter.ts'
import { type Choice, useTypedChoice } from './use-typed-choice.ts'

const TYPING_PAUSE = 200

/**
 * A filter that keeps all options, because the server has searched in more than the label. Until its answer
 * comes, use the filter of every select, which keeps those that will probably be in it: a longer list would move
 * away from under the pointer.
 */
const asAnswered: OptionsFilter = ({ options }) => options

const flat = (items: readonly ComboboxParsedItem[]): ComboboxItem[] =>
  items.flatMap((item) => (isOptionsGroup(item) ? flat(item.items) : [item]))

const found = (filter: OptionsFilter, options: ComboboxParsedItem[], search: string) =>
  flat(filter({ options, search, limit: Number.POSITIVE_INFINITY })).filter(({ disabled }) => !disabled)

/** The noun of a field in messages, from its label: 'Destination' is 'destination'. */
function nounOf({ noun, label, 'aria-label': name }: { noun?: string; label?: unknown; 'aria-label'?: string }) {
  const words = noun ?? (typeof label === 'string' ? label : (name ?? 'option'))
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** Props that the wrappers add to a select, or decide for it. */
type Decided =
  | 'searchable'
  | 'searchValue'
  | 'onSearchChange'
  | 'filter'
  | 'dropdownOpened'
  | 'onDropdownOpen'
  | 'onDropdownClose'
  | 'onOptionSubmit'
  | 'openOnFocus'

interface Named {
  /** The noun for messages: 'port' in 'No port matches "Ningb"'; by default the label. */
  noun?: string
}

interface Searched {
  /** Called with the typed text after a pause; '' offers the first matches. Must be a stable function. */
  onSearch: (typed: string) => void
  /** True while `data` are not yet the matches of the last search. */
  searching: boolean
}

interface ChoiceSelectProps extends Omit<SelectProps, Decided>, Named {
  data: NonNullable<SelectProps['data']>
  value?: string | null
  onChange: NonNullable<SelectProps['onChange']>
}

/** A select that is searched by typing, in all of its options. */
export const ChoiceSelect = (props: ChoiceSelectProps) => <TypedSelect {...props} />

interface SearchSelectProps extends Omit<ChoiceSelectProps, 'onChange'>, Searched {
  onChange?: NonNullable<SelectProps['onChange']>
  /** The label of the chosen option, which the matches need not have. */
  chosen: string
}

/** A select whose caller searches: `data` are the matches, and nothing else. */
export function SearchSelect({ chosen, onSearch, searching, data, value, onChange, ...rest }: SearchSelectProps) {
  const search = useSearch(onSearch, searching)
  const isOffered = flat(getParsedComboboxData<string>(data)).some((option) => option.value === value)
  return (
    <TypedSelect
      clearable
      {...rest}
      onChange={(...next) => onChange?.(...next)}
      value={value}
      data={value == null || isOffered || search.wanted !== '' ? data : [{ value, label: chosen }, ...data]}
      search={search}
    />
  )
}

/** Searches by the typed text after a pause, and knows whether the matches are those of a text. */
function useSearch(onSearch: Searched['onSearch'], searching: boolean) {
  const [wanted, setWanted] = useState('')
  const [asked, setAsked] = useState('')
  const [search] = useDebouncedValue(wanted, TYPING_PAUSE)
  useEffect(() => {
    onSearch(search)
    setAsked(search)
  }, [onSearch, search])
  return { wanted, setWanted, isWaiting: (text: string) => searching || text !== asked }
}
type Search = ReturnType<typeof useSearch>

/** The label of the chosen option, also while it is not among the options. */
function useChosen(value: string | null, options: readonly Choice[]): string {
  const last = useRef<Choice | null>(null)
  const offered = options.find((option) => option.value === value)
  useEffect(() => {
    if (offered) last.current = offered
  })
  return offered?.label ?? (value !== null && last.current?.value === value ? last.current.label : '')
}

function TypedSelect(props: ChoiceSelectProps & { search?: Search }) {
  const { noun: _, search, data, value = null, onChange, error, ref, clearable, ...rest } = props
  const parsed = getParsedComboboxData<string>(data)
  const options = flat(parsed)
  const typed = useTypedChoice<ComboboxItem>({
    chosen: useChosen(value, options),
    noun: nounOf(props),
    matchesOf: (text) => found(search ? asAnswered : foldedFilter, parsed, text),
    // While options are loading, nobody knows what matches.
    isWaiting: (text) => rest.loading === true || (search?.isWaiting(text) ?? false),
    take: (option) => {
      typed.settle(option.label)
      if (option.value !== value) onChange(option.value, option)
    },
    clear: clearable ? () => onChange(null, null) : undefined,
    ref,
    error,
  })
  const waiting = useAsked(typed.wanted, search)
  return (
    <Select
      nothingFoundMessage={waiting ? 'Searching…' : 'Nothing found'}
      maxDropdownHeight={260}
      {...rest}
      {...typed.props}
      clearable={clearable}
      data={data}
      value={value}
      onChange={onChange}
      onOptionSubmit={(chosen) => {
        const option = options.find((each) => each.value === chosen)
        if (option) typed.settle(option.label)
      }}
      searchable
      filter={search && !waiting ? asAnswered : undefined}
    />
  )
}

/** Has a typed text searched for; true until its matches are there. */
function useAsked(wanted: string, search: Search | undefined): boolean {
  const setWanted = search?.setWanted
  useEffect(() => setWanted?.(wanted), [setWanted, wanted])
  return search?.isWaiting(wanted) ?? false
}

interface ChoicesSelectProps
  extends Omit<MultiSelectProps, Decided | 'hidePickedOptions' | 'value' | 'onChange'>,
    Named {
  onSearch?: Searched['onSearch'] | undefined
  searching?: boolean
  data: NonNullable<MultiSelectProps['data']>
  value: string[]
  onChange: (values: string[]) => void
}

/**
 * A select of several, searched by typing: in all of its options, or by its caller (`onSearch`), whose `data` are then the
 * matches and what is chosen.
 */
export function ChoicesSelect({ onSearch, searching = false, ...props }: ChoicesSelectProps) {
  const search = useSearch(onSearch ?? nobody, searching)
  return <TypedSelects {...props} search={onSearch && search} />
}
const nobody = () => undefined

function TypedSelects(props: Omit<ChoicesSelectProps, 'onSearch' | 'searching'> & { search?: Search | undefined }) {
  const { noun: _, search, data, value, onChange, error, ref, ...rest } = props
  const parsed = getParsedComboboxData<string>(data)
  const noun = nounOf(props)
  const typed = useTypedChoice<ComboboxItem>({
    chosen: '',
    noun: value.length > 0 ? `other ${noun}` : noun,
    matchesOf: (text) =>
      found(search ? asAnswered : foldedFilter, parsed, text).filter((option) => !value.includes(option.value)),
    isWaiting: (text) => search?.isWaiting(text) ?? false,
    take: (option) => {
      typed.settle('')
      onChange([...value, option.value])
    },
    clear: nobody,
    ref,
    error,
  })
  const waiting = useAsked(typed.wanted, search)
  return (
    <MultiSelect
      nothingFoundMessage={waiting ? 'Searching…' : 'Nothing found'}
      maxDropdownHeight={260}
      {...rest}
      {...typed.props}
      data={data}
      value={value}
      onChange={onChange}
      // The list closes after a typed choice; the pointer may choose several.
      onOptionSubmit={() => {
        if (typed.isUnread) typed.close()
        typed.settle('')
      }}
      searchable
      hidePickedOptions
      filter={search && !waiting ? asAnswered : undefined}
    />
  )
}
