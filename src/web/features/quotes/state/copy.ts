/** A place of the copied order that is no longer offered. */
export type GonePlace = 'origin' | 'destination'

/** The order that a new one is copied from. */
export interface Copy {
  readonly orderId: number
  readonly code: string
  /** Places as the copied order names them. */
  readonly origin: string
  readonly destination: string
  readonly gone: readonly GonePlace[]
  /** True if the new order gets the confirmation's places and clauses; null if there is no confirmation. */
  readonly withConfirmation: boolean | null
}

/** The copied order whose confirmation the new one starts with; null for none. */
export const confirmationOf = (copy: Copy | null) => (copy?.withConfirmation ? copy.orderId : null)

/** The copy with places that are no longer offered. */
export const without = (copy: Copy | null, ...places: readonly GonePlace[]): Copy | null =>
  copy && { ...copy, gone: [...new Set([...copy.gone, ...places])] }

/** The copy after fields were filled in: a place that was chosen is no longer missing. */
export const withChosen = (copy: Copy | null, fields: readonly string[]): Copy | null =>
  copy && { ...copy, gone: copy.gone.filter((place) => !fields.includes(place)) }
