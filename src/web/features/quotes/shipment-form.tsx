import { Alert, Button, Checkbox, Group, Select, TextInput } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { readNumber } from '#contract/lib/fields.ts'
import { MAX_LCL_CBM } from '#contract/orders/order-fields.ts'
import { densityMessage, OVER_16_CBM, roundHalfUp } from '#contract/quotes/quotes.ts'
import type { CartageCategory } from '#contract/reference/cartages.ts'
import { type Choice, PICK_UP } from '#web/model/reference/lanes.ts'
import { FieldGrid } from '#web/ui/form/field-grid.tsx'
import type { Terms } from './new-order-queries.ts'
import type { ShipmentValues } from './new-order-values.ts'
import classes from './quotes.module.css'

interface ShipmentFormProps {
  terms: Terms
  origins: readonly Choice[] | undefined
  destinations: readonly CartageCategory[] | undefined
  values: ShipmentValues
  form: {
    errors: Record<string, unknown>
    getInputProps: (name: keyof ShipmentValues, options?: { type: 'checkbox' }) => object
    setFieldValue: (name: 'origin' | 'destination', value: number) => void
  }
  /** Goes over to the quote request with what was typed. */
  onTooLarge: () => void
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
export function ShipmentForm({ terms, origins, destinations, values, form, onTooLarge }: ShipmentFormProps) {
  const { errors, getInputProps } = form
  const volume = typedNumber(values.volume)
  const tooLarge = volume !== null && volume > MAX_LCL_CBM
  return (
    <>
      <FieldGrid>
        <Select
          label={terms === PICK_UP ? 'Pick-up location' : 'Origin depot'}
          withAsterisk
          searchable
          openOnFocus={false}
          disabled={!origins}
          data={options(origins ?? [])}
          value={chosen(values.origin)}
          onChange={(id) => form.setFieldValue('origin', Number(id))}
          error={errors.origin as string}
          nothingFoundMessage="Nothing found"
        />
        <Select
          label="Destination"
          withAsterisk
          searchable
          openOnFocus={false}
          disabled={!destinations}
          placeholder="Choose a destination"
          data={grouped(destinations ?? [])}
          value={chosen(values.destination)}
          onChange={(id) => form.setFieldValue('destination', Number(id))}
          error={errors.destination as string}
          nothingFoundMessage="Nothing found"
        />
        <div>
          <TextInput
            label="Volume, CBM"
            withAsterisk
            inputMode="decimal"
            autoComplete="off"
            {...getInputProps('volume')}
            error={tooLarge ? OVER_16_CBM : (errors.volume as string)}
          />
          {tooLarge && (
            <Button mt="xs" size="compact-md" variant="default" onClick={onTooLarge}>
              Request an FCL quote
            </Button>
          )}
        </div>
        <TextInput
          label="Weight, KG"
          withAsterisk
          inputMode="decimal"
          autoComplete="off"
          {...getInputProps('weight')}
        />
      </FieldGrid>
      <Density volume={volume} kilograms={typedNumber(values.weight)} />
      <Cover form={form} needed={values.cargoInsurance || values.customBrokerage} />
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

/** Insurance and brokerage; with either the value is `needed`. */
function Cover({ form, needed }: Pick<ShipmentFormProps, 'form'> & { needed: boolean }) {
  return (
    <Group className={classes.cover} gap="lg" align="flex-start">
      <Checkbox label="Cargo insurance" {...form.getInputProps('cargoInsurance', { type: 'checkbox' })} />
      <Checkbox label="Customs brokerage" {...form.getInputProps('customBrokerage', { type: 'checkbox' })} />
      <TextInput
        label="Shipment value, USD"
        w={220}
        withAsterisk={needed}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('value')}
      />
    </Group>
  )
}
