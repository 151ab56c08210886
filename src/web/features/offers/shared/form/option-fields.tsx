import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ChangeEvent } from 'react'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { FclFields } from './fcl-fields.tsx'
import { LclFields } from './lcl-fields.tsx'
import classes from './offer-form.module.css'
import { converted, type OptionInputs, type OptionValues } from './offer-values.ts'

const MODES = [
  { value: String(TransportationMode.LCL), label: 'LCL' },
  { value: String(TransportationMode.FCL), label: 'FCL' },
]

interface OptionFieldsProps {
  /** Its place in the offer, from 1. */
  position: number
  option: OptionValues
  /** Messages by the server's names, below the option. */
  errors: Readonly<Record<string, string>>
  onChange: (option: OptionValues) => void
  /** Takes it out of the offer; null for the only one. */
  onRemove: (() => void) | null
}

/** Names of places make the usual label, which another place makes wrong. */
const PLACES = ['shipmentTradeTerms', 'pickUpLocationId', 'depotId', 'cartageId']
const isUsualLabel = (label: string) => label.includes(' → ')

/** An option of an offer: LCL by the calculator's fields, or a container with a label and a typed price. */
export function OptionFields({ position, option, errors, onChange, onRemove }: OptionFieldsProps) {
  const { mode, inputs } = option
  const lcl = mode === TransportationMode.LCL
  const label = option.label ?? ''
  const set = (change: Partial<OptionValues>) => onChange({ ...option, ...change })
  const setInputs = (change: Partial<OptionInputs>) => {
    const moved = lcl && isUsualLabel(label) && PLACES.some((place) => place in change)
    // What was changed is not the shipment of the kept quote any more.
    set({ inputs: { ...inputs, ...change }, quoteId: null, ...(moved ? { label: '' } : {}) })
  }
  const setMode = (next: TransportationMode) =>
    set({ mode: next, quoteId: null, inputs: converted(inputs, next), ...(isUsualLabel(label) ? { label: '' } : {}) })
  const ofInputs = Object.fromEntries(
    Object.entries(errors).flatMap(([field, why]) =>
      field.startsWith('inputs.') ? [[field.slice('inputs.'.length), why]] : [],
    ),
  )
  const name = `Option ${position}`
  return (
    <section className={classes.option} aria-label={name}>
      <div className={classes.optionHead}>
        <h3 className={classes.optionName}>{name}</h3>
        <SegmentedControl
          size="xs"
          aria-label={`Mode of option ${position}`}
          data={MODES}
          value={String(mode)}
          onChange={(value) => setMode(value === MODES[0]?.value ? TransportationMode.LCL : TransportationMode.FCL)}
        />
        {onRemove && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={14} aria-hidden />}
            aria-label={`Remove option ${position}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </div>
      {lcl ? (
        <LclFields
          inputs={inputs}
          errors={ofInputs}
          onChange={setInputs}
          onTooLarge={() => setMode(TransportationMode.FCL)}
        />
      ) : (
        <FclFields inputs={inputs} errors={ofInputs} onChange={setInputs} />
      )}
      <Offered option={option} errors={errors} set={set} />
      {errors.quoteId && (
        <p role="alert" className={classes.error}>
          {errors.quoteId}
        </p>
      )}
    </section>
  )
}

type OfferedProps = Pick<OptionFieldsProps, 'option' | 'errors'> & { set: (change: Partial<OptionValues>) => void }

/** What the client reads: the label, the price and, of a container, the days. */
function Offered({ option, errors, set }: OfferedProps) {
  const lcl = option.mode === TransportationMode.LCL
  const text = (field: 'label' | 'price' | 'days') => ({
    autoComplete: 'off',
    value: option[field] ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [field]: event.currentTarget.value }),
    error: errors[field],
  })
  return (
    <div className={classes.offered}>
      <FieldGrid>
        <TextInput
          label="Label"
          description="What the client reads above the price."
          placeholder={lcl ? 'Origin → destination' : '40 ft to Chicago'}
          withAsterisk={!lcl}
          {...text('label')}
        />
        <TextInput
          label="Price, USD"
          description={lcl ? 'Empty: as the calculator says today.' : 'It can be sent once it has a price.'}
          inputMode="decimal"
          {...text('price')}
        />
        {!lcl && (
          <TextInput label="Days" description="From origin to destination." inputMode="numeric" {...text('days')} />
        )}
      </FieldGrid>
    </div>
  )
}
