import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TRADE_TERMS_LABELS, TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { fieldsOf } from '#web/features/quotes/shared/form-state.ts'
import { ShipmentForm } from '#web/features/quotes/shared/shipment-form.tsx'
import { DEFAULT_TERMS } from '#web/features/quotes/shared/shipment-values.ts'
import { destinationsQuery, originsQuery } from '#web/features/reference/shared/lanes.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import classes from './offer-form.module.css'
import type { OptionInputs } from './offer-values.ts'
import { inputsChange, shipmentErrorsIn, shipmentOf } from './shipment-of.ts'

const TERMS_IN_ORDER = [TradeTerms.PICK_UP, TradeTerms.DROP_OFF, TradeTerms.FOB, TradeTerms.OTHER]

interface LclFieldsProps {
  inputs: OptionInputs
  /** Messages by the server's names, below `inputs`. */
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<OptionInputs>) => void
  /** Makes a container of it. */
  onTooLarge: () => void
}

/** The shipment of an LCL option, by the calculator's fields. */
export function LclFields({ inputs, errors, onChange, onTooLarge }: LclFieldsProps) {
  const terms = TERMS_IN_ORDER.find((each) => each === inputs.shipmentTradeTerms) ?? DEFAULT_TERMS
  const origins = useQuery(originsQuery(TransportationMode.LCL, terms))
  const destinations = useQuery(destinationsQuery)
  const fault = failedLookUp(origins, destinations)
  const values = shipmentOf(inputs)
  const form = { values, errors: shipmentErrorsIn(inputs, errors) }
  return (
    <>
      {fault && <Fault {...fault} />}
      <NativeSelect
        className={classes.terms}
        label="Shipment trade terms"
        data={TERMS_IN_ORDER.map((each) => ({ value: String(each), label: TRADE_TERMS_LABELS[each] }))}
        value={String(terms)}
        error={errors.shipmentTradeTerms}
        // Depots of other terms are others.
        onChange={(event) => onChange({ shipmentTradeTerms: Number(event.currentTarget.value), depotId: null })}
      />
      <ShipmentForm
        terms={terms}
        origins={origins.data}
        destinations={destinations.data}
        values={values}
        fields={fieldsOf(form, (change) => onChange(inputsChange(inputs, change)))}
        onTooLarge={onTooLarge}
        tooLargeLabel="Make this an FCL option"
      />
    </>
  )
}
