import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CarrierMilestone } from '#contract/carrier-events/carrier-milestones.ts'
import type { feeds } from '#contract/carrier-events/feeds.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { CARRIER_MILESTONE_LABELS } from '#web/features/carrier-events/shared/event-words.ts'
import { RowsField } from '#web/ui/form/rows-field.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import type { FieldContext, InputProps } from '#web/ui/resource/fields.tsx'
import classes from './mapping-input.module.css'

/** A code of a sender and what it means; both may be missing while they are entered. */
interface Meaning {
  code: string
  milestone: CarrierMilestone | null
}

const MILESTONES = keysOf(CARRIER_MILESTONE_LABELS).map((value) => ({ value, label: CARRIER_MILESTONE_LABELS[value] }))
const keyOf = ({ code }: Meaning) => code.trim().toUpperCase()
const isEmpty = (meaning: Meaning) => keyOf(meaning) === '' && meaning.milestone === null
const isAbove = (meanings: readonly Meaning[], at: number) =>
  meanings.findIndex((other) => keyOf(other) === keyOf(meanings[at] as Meaning)) < at

/** The mapping of the rows; a code that stands twice means nothing, which the contract refuses. */
function mappingOf(meanings: readonly Meaning[]): Record<string, CarrierMilestone | null> | null {
  const known = meanings.flatMap((meaning, at): [string, CarrierMilestone | null][] =>
    isEmpty(meaning) ? [] : [[keyOf(meaning), isAbove(meanings, at) ? null : meaning.milestone]],
  )
  return known.length > 0 ? Object.fromEntries(known) : null
}

/** A mapping in words: 'VD: Departed', one below the other. */
export const showMapping = (mapping: unknown) =>
  Object.entries((mapping ?? {}) as Record<string, CarrierMilestone>)
    .map(([code, milestone]) => `${code}: ${CARRIER_MILESTONE_LABELS[milestone]}`)
    .join('\n')

interface MappingInputProps extends Pick<FieldContext<typeof feeds.row, typeof feeds.input>, 'form'> {
  input: InputProps
}

/** Codes of a sender that mean something else than usual: a row for each. */
export function MappingInput({ input, form }: MappingInputProps) {
  const [meanings, setMeanings] = useState<readonly Meaning[]>(() =>
    Object.entries((input.value ?? {}) as Record<string, CarrierMilestone>).map(([code, milestone]) => ({
      code,
      milestone,
    })),
  )
  const set = (next: readonly Meaning[]) => {
    setMeanings(next)
    // Errors are found by their code, which may be another one now.
    for (const key of Object.keys(form.errors)) if (key.startsWith('mapping')) form.clearFieldError(key)
    form.setFieldValue('mapping', mappingOf(next) as never)
  }
  const change = (at: number, part: Partial<Meaning>) =>
    set(meanings.map((meaning, index) => (index === at ? { ...meaning, ...part } : meaning)))
  const errorOf = (meaning: Meaning) => form.errors[`mapping.${keyOf(meaning)}`]
  const isTwice = (meaning: Meaning) => meanings.filter((other) => keyOf(other) === keyOf(meaning)).length > 1
  const codeError = (meaning: Meaning, at: number) => {
    if (keyOf(meaning) === '') return isEmpty(meaning) ? null : errorOf(meaning) && 'Please enter a code'
    if (isAbove(meanings, at)) return 'This code stands above already'
    return meaning.milestone === null || isTwice(meaning) ? null : errorOf(meaning)
  }
  return (
    <RowsField
      label={input.label}
      noun="code"
      rows={meanings}
      rowClass={classes.meaning}
      hint="Only those that mean something else than usual. Numbers in IFTSTA mean nothing without a row."
      error={form.errors.mapping}
      onAdd={() => set([...meanings, { code: '', milestone: null }])}
      onRemove={(at) => set(meanings.filter((_, index) => index !== at))}
      inputs={(meaning, at) => (
        <>
          <TextInput
            label="Code"
            aria-label={`Code ${at + 1}`}
            autoComplete="off"
            value={meaning.code}
            onChange={({ currentTarget }) => change(at, { code: currentTarget.value })}
            error={codeError(meaning, at)}
          />
          <ChoiceSelect
            label="Means"
            aria-label={`Meaning of code ${at + 1}`}
            data={MILESTONES}
            value={meaning.milestone}
            onChange={(milestone) => change(at, { milestone: milestone as CarrierMilestone | null })}
            error={meaning.milestone === null && !isTwice(meaning) && errorOf(meaning)}
          />
        </>
      )}
    />
  )
}
