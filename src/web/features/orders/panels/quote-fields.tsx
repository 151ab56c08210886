import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { MODE_LABELS, TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import type { OrderField } from '#contract/orders/field-table.ts'
import { isRequired, ORDER_LABELS } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { CartageCategory } from '#contract/reference/cartages.ts'
import { OrderInput } from '#web/features/orders/shared/order-input.tsx'
import type { OrderNames } from '#web/features/orders/shared/order-values.ts'
import { destinationsQuery, originsQuery } from '#web/features/reference/shared/lanes.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { WideField } from '#web/ui/form/field-grid.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import { asksForAmazonIds, type PanelForm } from './shipment-panels.ts'

const asOptions = (labels: readonly string[]) => labels.map((label, value) => ({ value: String(value), label }))
const asNumber = (value: unknown) => (typeof value === 'number' ? value : null)

interface Choice {
  id: number
  name: string
}
const asOption = ({ id, name }: Choice) => ({ value: String(id), label: name })

/** The order's choice as an option if it has been hidden, marked as hidden. */
function hiddenOption(stored: Choice | null, offered: readonly Choice[] | undefined) {
  if (!stored || !offered || offered.some(({ id }) => id === stored.id)) return []
  return [{ value: String(stored.id), label: `${stored.name} (hidden)` }]
}

/** The fields of QUOTE SUMMARY. A change of mode or terms clears the origin. */
export function QuoteFields({ fields, form, base }: { fields: readonly OrderField[]; form: PanelForm; base: Order }) {
  const mode = asNumber(form.values.transportationMode) ?? 0
  const terms = asNumber(form.values.shipmentTradeTerms) ?? 0
  const choose = (field: OrderField) => ({
    label: ORDER_LABELS[field],
    value: String(form.values[field]),
    error: form.errors[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.setValues({ [field]: Number(currentTarget.value), shipmentOriginPort: null }),
  })
  const origins = useQuery(originsQuery(mode, terms))
  const destinations = useQuery(destinationsQuery)
  const fault = failedLookUp(origins, destinations)
  const covered = form.values.cargoInsurance === true || form.values.customBrokerage === true
  const inputs: Partial<Record<OrderField, () => ReactNode>> = {
    transportationMode: () => <NativeSelect data={asOptions(MODE_LABELS)} {...choose('transportationMode')} />,
    shipmentTradeTerms: () => <NativeSelect data={asOptions(TRADE_TERMS_LABELS)} {...choose('shipmentTradeTerms')} />,
    shipmentOriginPort: () => (
      <OriginSelect key={`${mode}-${terms}`} form={form} base={base} mode={mode} terms={terms} data={origins.data} />
    ),
    shipmentDestination: () => (
      <>
        <DestinationSelect form={form} base={base} data={destinations.data} />
        {asksForAmazonIds(base, form.values.shipmentDestination) && (
          <>
            <OrderInput field="amazonRefId" getInputProps={form.getInputProps} required />
            <OrderInput field="shipmentId" getInputProps={form.getInputProps} required />
          </>
        )}
      </>
    ),
    shipmentValue: () => <OrderInput field="shipmentValue" getInputProps={form.getInputProps} required={covered} />,
  }
  return (
    <>
      {fault && (
        <WideField>
          <Fault {...fault} />
        </WideField>
      )}
      {fields.map((field) => (
        <Fragment key={field}>
          {inputs[field]?.() ?? (
            <OrderInput field={field} getInputProps={form.getInputProps} required={isRequired(field)} />
          )}
        </Fragment>
      ))}
    </>
  )
}

interface SelectProps<Offered> {
  form: PanelForm
  base: Order
  /** The choices, once loaded. */
  data: readonly Offered[] | undefined
}

function OriginSelect({ form, base, data, mode, terms }: SelectProps<Choice> & { mode: number; terms: number }) {
  const asStored = base.transportationMode === mode && base.shipmentTradeTerms === terms
  const stored = asStored && base.shipmentOriginPort ? { id: base.shipmentOriginPort, name: base.cityName } : null
  return (
    <PlaceSelect
      field="shipmentOriginPort"
      form={form}
      loaded={data !== undefined}
      data={[...hiddenOption(stored, data), ...(data ?? (stored ? [stored] : [])).map(asOption)]}
    />
  )
}

function DestinationSelect({ form, base, data }: SelectProps<CartageCategory>) {
  const stored = base.shipmentDestination ? { id: base.shipmentDestination, name: base.cartageName } : null
  const offered = data?.flatMap(({ cartages }) => cartages)
  const groups = (data ?? []).map(({ name, cartages }) => ({ group: name, items: cartages.map(asOption) }))
  return (
    <PlaceSelect
      field="shipmentDestination"
      form={form}
      loaded={data !== undefined}
      data={[...(data ? hiddenOption(stored, offered) : stored ? [asOption(stored)] : []), ...groups]}
    />
  )
}

interface PlaceSelectProps {
  field: 'shipmentOriginPort' | 'shipmentDestination'
  form: PanelForm
  loaded: boolean
  data: ComponentProps<typeof ChoiceSelect>['data']
}

function PlaceSelect({ field, form, loaded, data }: PlaceSelectProps) {
  const value = asNumber(form.values[field])
  return (
    <ChoiceSelect
      label={ORDER_LABELS[field]}
      withAsterisk
      placeholder="Choose"
      loading={!loaded}
      data={data}
      value={value === null ? null : String(value)}
      error={form.errors[field]}
      onChange={(chosen) => form.setFieldValue(field, chosen === null ? null : Number(chosen))}
    />
  )
}

/** Names of the chosen places, for the conflict dialog. */
export function useChosenNames(form: Pick<PanelForm, 'values'>): OrderNames {
  const mode = asNumber(form.values.transportationMode) ?? 0
  const { data: origins } = useQuery({
    ...originsQuery(mode, asNumber(form.values.shipmentTradeTerms) ?? 0),
    enabled: 'shipmentOriginPort' in form.values,
  })
  const { data: categories } = useQuery({ ...destinationsQuery, enabled: 'shipmentDestination' in form.values })
  const cartages = categories?.flatMap((category) => category.cartages)
  return {
    ...named(
      'shipmentOriginPort',
      origins?.find(({ id }) => id === form.values.shipmentOriginPort),
    ),
    ...named(
      'shipmentDestination',
      cartages?.find(({ id }) => id === form.values.shipmentDestination),
    ),
  }
}

const named = (field: keyof OrderNames, choice: Choice | undefined): OrderNames =>
  choice ? { [field]: choice.name } : {}
