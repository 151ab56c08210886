import { createStore } from '#web/lib/browser/store.ts'

/** An order for which a sailing is chosen. */
export interface LoadingOrder {
  id: number
  trackingCode: string
  /** Its volume in CBM, to compare with the room that is left. */
  cbm: number | null
  /** The sailing that it is rolled from; null to load it. */
  from: { id: number; reference: string } | null
}

/** The order for which the dialog is open; null while it is closed. */
export const loadingOrder = createStore<LoadingOrder | null>(null)
