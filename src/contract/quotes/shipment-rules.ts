import { ENTER_VALUE, REQUIRED } from '#contract/lib/messages.ts'
import type { AddError } from '#contract/lib/rules.ts'

interface Cover {
  cargoInsurance?: boolean
  /** Brokerage as orders spell it; the next line has the calculator's spelling. */
  customBrokerage?: boolean
  customsBrokerage?: boolean
}

/** The rule that insured or cleared shipments need a value (USD). Its own schema refuses an absent one. */
export const valueRule =
  <F extends string>(field: F, message = ENTER_VALUE) =>
  (shipment: Cover & { [K in F]?: number | null }, add: AddError): void => {
    const { cargoInsurance, customBrokerage, customsBrokerage } = shipment
    if ((cargoInsurance || customBrokerage || customsBrokerage) && shipment[field] === null) add(field, message)
  }

/** The rule that orders to Amazon need both ids. Call it for Amazon cartages only. */
export function amazonRule(ids: { amazonRefId?: string; shipmentId?: string }, add: AddError): void {
  if (ids.amazonRefId === '') add('amazonRefId', REQUIRED)
  if (ids.shipmentId === '') add('shipmentId', REQUIRED)
}
