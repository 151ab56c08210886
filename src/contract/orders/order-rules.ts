import { ENTER_VALUE, REQUIRED } from '#contract/lib/messages.ts'
import type { AddError } from '#contract/lib/rules.ts'

interface Cover {
  cargoInsurance?: boolean
  /** As orders spell it, and as the calculator does. */
  customBrokerage?: boolean
  customsBrokerage?: boolean
}

/** Insured or cleared cargo needs a value, USD, in `field`. An absent value was refused already. */
export const valueRule =
  <F extends string>(field: F, message = ENTER_VALUE) =>
  (shipment: Cover & { [K in F]?: number | null }, add: AddError): void => {
    const { cargoInsurance, customBrokerage, customsBrokerage } = shipment
    if ((cargoInsurance || customBrokerage || customsBrokerage) && shipment[field] === null) add(field, message)
  }

/** An order to an Amazon cartage needs both ids. The caller knows whether the cartage is Amazon's. */
export function amazonRule(ids: { amazonRefId?: string; shipmentId?: string }, add: AddError): void {
  if (ids.amazonRefId === '') add('amazonRefId', REQUIRED)
  if (ids.shipmentId === '') add('shipmentId', REQUIRED)
}
