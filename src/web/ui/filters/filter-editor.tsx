import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Filter, FilterField, FilterFields } from '#contract/lib/filters.ts'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import {
  conditionOf,
  inputsOf,
  offeredConditions,
  readTyped,
  type TypedFilter,
  typedOf,
  withCondition,
} from './filter-values.ts'
import { ValueInputs } from './value-inputs.tsx'

interface FilterEditorProps {
  /** Fields to choose from; only the filter's own when it edits one. */
  fields: FilterFields
  filter?: Filter
  onApply: (name: string, filter: Filter) => void
  onCancel: () => void
}

/**
 * Chooses the field, condition and values of a filter. By keyboard each Enter goes on: from the field to its
 * values, and with a value that needs nothing more, to the filtered list.
 */
export function FilterEditor({ fields, filter, onApply, onCancel }: FilterEditorProps) {
  const [first = ''] = Object.keys(fields)
  const [name, setName] = useState(first)
  const field = fields[name]
  const [typed, setTyped] = useState<TypedFilter | null>(field ? typedOf(field, filter) : null)
  const [error, setError] = useState<string>()
  const { form, goOn } = useNext()
  const { isEnter, listeners } = useEnter(() => goOn('field'))
  if (!field || !typed) return null
  const change = (next: TypedFilter) => {
    setError(undefined)
    setTyped(next)
  }
  const choose = (chosen: string) => {
    const other = fields[chosen]
    if (!other) return
    setName(chosen)
    change(typedOf(other, undefined))
    goOn('field')
  }
  const apply = (next: TypedFilter) => {
    const read = readTyped(field, next)
    if ('error' in read) setError(read.error)
    else onApply(name, read)
  }
  const setCondition = (chosen: string) => {
    const next = withCondition(typed, chosen)
    change(next)
    if (inputsOf(field, next.operator) !== 0) goOn('condition')
    else if (isEnter()) apply(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    apply(typed)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate data-kind={field.kind} {...listeners}>
      <Stack gap={10}>
        {!filter && (
          <div data-part="field">
            <ChoiceSelect
              label="Filter by"
              noun="field"
              value={name}
              onChange={(chosen) => chosen && choose(chosen)}
              data={Object.entries(fields).map(([value, { label }]) => ({ value, label }))}
              comboboxProps={{ withinPortal: false }}
            />
          </div>
        )}
        <div data-part="condition">
          <ChoiceSelect
            key={name}
            label={conditionLabel(field, filter !== undefined)}
            noun="condition"
            value={conditionOf(typed)}
            error={inputsOf(field, typed.operator) === 0 && error}
            onChange={(chosen) => chosen && setCondition(chosen)}
            data={offeredConditions(field)}
            comboboxProps={{ withinPortal: false }}
          />
        </div>
        <div data-part="values">
          <ValueInputs
            field={field}
            typed={typed}
            error={error}
            onChange={(next) => change({ ...typed, values: next })}
            onChosen={(next) => isEnter() && apply({ ...typed, values: next })}
          />
        </div>
      </Stack>
      <Group gap={8} justify="flex-end" mt={14}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Apply</Button>
      </Group>
    </form>
  )
}

const conditionLabel = (field: FilterField, edits: boolean) =>
  edits ? field.label : field.kind === 'date' ? 'When' : 'Condition'

/** True for Enter in the select of fields while its list is open, which takes the highlighted one. */
function isFieldTaken({ key, target }: KeyboardEvent): boolean {
  const list =
    target instanceof Element && target.closest('[data-part="field"]') && target.getAttribute('aria-controls')
  return key === 'Enter' && Boolean(list && document.getElementById(list)?.querySelector('[data-combobox-selected]'))
}

/**
 * Whether the last thing done was Enter: what it chooses is meant, while the pointer may choose more.
 * `onField` is called when it takes a field, also the one that was chosen before.
 */
function useEnter(onField: () => void) {
  const last = useRef('')
  return {
    isEnter: () => last.current === 'Enter',
    listeners: {
      onKeyDownCapture: (event: KeyboardEvent) => {
        last.current = event.key
      },
      // Not on the way down: the focus would leave the select before that has taken the option, and Enter would submit.
      onKeyDown: (event: KeyboardEvent) => {
        if (isFieldTaken(event)) onField()
      },
      onPointerDownCapture: () => {
        last.current = ''
      },
    },
  }
}

/** Moves the focus on from the field or the condition, once what follows is there. A date begins with its condition. */
function useNext() {
  const form = useRef<HTMLFormElement>(null)
  const [from, setFrom] = useState<{ part: 'field' | 'condition' } | null>(null)
  useEffect(() => {
    if (!from) return
    const next = from.part === 'field' && form.current?.dataset.kind === 'date' ? 'condition' : 'values'
    form.current?.querySelector<HTMLInputElement>(`[data-part="${next}"] input`)?.focus()
  }, [from])
  return { form, goOn: (part: 'field' | 'condition') => setFrom({ part }) }
}
