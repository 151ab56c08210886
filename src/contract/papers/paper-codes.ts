/** Suppliers of papers. */
export const SUPPLIERS = ['client', 'shipper', 'us', 'carrier'] as const
export type Supplier = (typeof SUPPLIERS)[number]
export const SUPPLIER_LABELS: Record<Supplier, string> = {
  client: 'Client',
  shipper: 'Shipper',
  us: 'Us',
  carrier: 'Carrier',
}
/** Suppliers whose papers clients are asked for: themselves and their shippers. */
export const ASKED_OF_CLIENT: readonly Supplier[] = ['client', 'shipper']

/** Dates from which the days until a paper is due are counted. */
export const BASES = ['booking', 'cargo-ready', 'cargo-cut-off', 'documentation-cut-off', 'etd', 'eta'] as const
export type Basis = (typeof BASES)[number]
export const BASIS_LABELS: Record<Basis, string> = {
  booking: 'Booking',
  'cargo-ready': 'Cargo ready',
  'cargo-cut-off': 'Cargo cut-off',
  'documentation-cut-off': 'Documentation cut-off',
  etd: 'Departure (ETD)',
  eta: 'Arrival at the port (ETA)',
}

/** True for a paper that is due on a day, stored as 00:00 UTC: departures and arrivals have no time. */
export const isDueOnDay = ({ basis, dueByHand }: { basis: Basis | null; dueByHand: boolean }) =>
  !dueByHand && (basis === 'etd' || basis === 'eta')

/** True for a paper that is due when a cut-off is: on the hour. */
export const isDueAtCutOff = (paper: { basis: Basis | null; offsetDays: number; dueByHand: boolean }) =>
  !paper.dueByHand &&
  paper.offsetDays === 0 &&
  (paper.basis === 'cargo-cut-off' || paper.basis === 'documentation-cut-off')

/** Documents of ours that fulfil a paper as soon as they are made. */
export const MAKES = ['arrival-notice', 'house-bill', 'delivery-order', 'booking-confirmation'] as const
export type Makes = (typeof MAKES)[number]

export const PAPER_STATES = ['open', 'requested', 'received', 'accepted', 'rejected', 'waived'] as const
export type PaperState = (typeof PAPER_STATES)[number]
export const PAPER_STATE_LABELS: Record<PaperState, string> = {
  open: 'Open',
  requested: 'Requested',
  received: 'Received',
  accepted: 'Accepted',
  rejected: 'Rejected',
  waived: 'Waived',
}

/** States in which a paper is missing. */
export const MISSING: readonly PaperState[] = ['open', 'requested', 'rejected']

/** Days for which an upload link works. */
export const LINK_DAYS = 14

interface Counted {
  state: PaperState
  mandatory: boolean
  noLongerAsked: boolean
}

/** True for a paper that is asked for and missing. */
export const isMissing = ({ state, noLongerAsked }: Pick<Counted, 'state' | 'noLongerAsked'>) =>
  !noLongerAsked && MISSING.includes(state)

/** Counts the papers that are asked for, and those of them that are there: received, accepted or waived. */
export function countPapers(papers: readonly Counted[]) {
  const asked = papers.filter(({ noLongerAsked }) => !noLongerAsked)
  return { there: asked.filter((paper) => !isMissing(paper)).length, total: asked.length }
}
