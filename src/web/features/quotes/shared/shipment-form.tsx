import { Alert, Button, Checkbox, Group, TextInput } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import type { TradeTerms } from '#contract/codes/order-codes.ts'
import { readNumber } from '#contract/lib/numbers.ts'
import { originKind } from '#contract/orders/origin.ts'
import { densityMessage, MAX_LCL_CBM, OVER_16_CBM, roundHalfUp } from '#contract/quotes/quotes.ts'
import type { CartageCategory } from '#contract/reference/cartages.ts'
import type { Choice } from '#web/features/reference/shared/lanes.ts'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import type { Fields } from './form-state.ts'
import classes from './shipment.module.css'
import type { ShipmentValues } from './shipment-values.ts'

interface ShipmentFormProps {
  terms: TradeTerms
  origins: readonly Choice[] | undefined
  destinations: readonly CartageCategory[] | undefined
  values: ShipmentValues
  fields: Fields<ShipmentValues>
  /** Switches to the quote request, keeping typed values. */
  onTooLarge: () => void
  /** What that does, on its button. */
  tooLargeLabel?: string
}

const options = (choices: readonly Choice[]) => choices.map(({ id, name }) => ({ value: String(id), label: name }))
const chosen = (id: number) => (id === 0 ? null : String(id))

/** The categories as groups of a select. */
export const grouped = (categories: readonly CartageCategory[]) =>
  categories
    .filter(({ cartages }) => cartages.length > 0)
    .map(({ name, cartages }) => ({ group: name, items: options(cartages) }))

const typedNumber = (text: string) => {
  const read = readNumber(text)
  return typeof read === 'number' ? roundHalfUp(read, 3) : null
}

/** Origin, destination, measures and cover of an LCL shipment. */
export function ShipmentForm({
  terms,
  origins,
  destinations,
  values,
  fields,
  onTooLarge,
  tooLargeLabel = 'Request an FCL quote',
}: ShipmentFormProps) {
  const { errors, set, text } = fields
  const volume = typedNumber(values.volume)
  const tooLarge = volume !== null && volume > MAX_LCL_CBM
  return (
    <>
      <FieldGrid>
        <ChoiceSelect
          label={originKind({ shipmentTradeTerms: terms }) === 'location' ? 'Pick-up location' : 'Origin depot'}
          withAsterisk
          disabled={!origins}
          data={options(origins ?? [])}
          value={chosen(values.origin)}
          onChange={(id) => set({ origin: Number(id) })}
          error={errors.origin}
        />
        <ChoiceSelect
          label="Destination"
          withAsterisk
          disabled={!destinations}
          placeholder="Choose a destination"
          data={grouped(destinations ?? [])}
          value={chosen(values.destination)}
          onChange={(id) => set({ destination: Number(id) })}
          error={errors.destination}
        />
        <div>
          <TextInput
            label="Volume, CBM"
            withAsterisk
            inputMode="decimal"
            {...text('volume')}
            error={tooLarge ? OVER_16_CBM : errors.volume}
          />
          {tooLarge && (
            <Button mt="xs" size="compact-md" variant="default" onClick={onTooLarge}>
              {tooLargeLabel}
            </Button>
          )}
        </div>
        <TextInput label="Weight, KG" withAsterisk inputMode="decimal" {...text('weight')} />
      </FieldGrid>
      <Density volume={volume} kilograms={typedNumber(values.weight)} />
      <Cover fields={fields} needed={values.cargoInsurance || values.customBrokerage} />
    </>
  )
}

function Density({ volume, kilograms }: { volume: number | null; kilograms: number | null }) {
  const message = volume && kilograms ? densityMessage(volume, kilograms) : null
  return (
    <div role="status">
      {message && (
        <Alert mt="sm" color="yellow" variant="light" icon={<IconScale aria-hidden />}>
          {message}
        </Alert>
      )}
    </div>
  )
}

/** The switches for insurance and brokerage; either makes the shipment value `needed`. */
function Cover({ fields, needed }: Pick<ShipmentFormProps, 'fields'> & { needed: boolean }) {
  return (
    <Group className={classes.cover} gap="lg" align="flex-start">
      <Checkbox className={classes.flag} label="Cargo insurance" {...fields.check('cargoInsurance')} />
      <Checkbox className={classes.flag} label="Customs brokerage" {...fields.check('customBrokerage')} />
      <TextInput
        label="Shipment value, USD"
        w={220}
        withAsterisk={needed}
        inputMode="decimal"
        {...fields.text('value')}
      />
    </Group>
  )
}
