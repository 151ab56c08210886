import type { ShipmentValues } from '#web/features/quotes/shared/shipment-values.ts'
import { isPickUp, type OptionInputs } from './offer-values.ts'

/** The server's name of each field of the calculator's form. */
const namesIn = (inputs: OptionInputs): Record<keyof ShipmentValues, keyof OptionInputs> => ({
  origin: isPickUp(inputs) ? 'pickUpLocationId' : 'depotId',
  destination: 'cartageId',
  volume: 'cbm',
  weight: 'weight',
  value: 'insurance',
  cargoInsurance: 'cargoInsurance',
  customBrokerage: 'customsBrokerage',
})

/** Inputs of an option as the calculator's form has them. */
export const shipmentOf = (inputs: OptionInputs): ShipmentValues => ({
  origin: (isPickUp(inputs) ? inputs.pickUpLocationId : inputs.depotId) ?? 0,
  destination: inputs.cartageId ?? 0,
  volume: inputs.cbm,
  weight: inputs.weight,
  value: inputs.insurance,
  cargoInsurance: inputs.cargoInsurance,
  customBrokerage: inputs.customsBrokerage,
})

/** A change of the calculator's form as a change of the inputs. A place that is taken back is null. */
export function inputsChange(inputs: OptionInputs, change: Partial<ShipmentValues>): Partial<OptionInputs> {
  const names = new Map<string, string>(Object.entries(namesIn(inputs)))
  return Object.fromEntries(
    Object.entries(change).map(([field, value]) => [names.get(field) ?? field, value === 0 ? null : value]),
  )
}

/** Messages at the inputs as messages at the fields of the calculator's form. */
export const shipmentErrorsIn = (inputs: OptionInputs, errors: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(namesIn(inputs)).flatMap(([field, name]) => (errors[name] ? [[field, errors[name]]] : [])),
  )
