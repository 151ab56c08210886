import type { Basis, Makes, Supplier } from '#contract/papers/paper-codes.ts'

/**
 * Documents that the demo's forwarder asks for; `categoryId` as in the migration. A missing document that the
 * forwarder makes itself does not block loading.
 */
export const DOCUMENT_REQUIREMENTS = [
  requirement('Commercial invoice', 1, 'shipper', 'documentation-cut-off', -3),
  requirement('Packing list', 2, 'shipper', 'documentation-cut-off', -3),
  { ...requirement('FBA box labels', 6, 'client', 'cargo-ready', 0), amazon: true },
  { ...requirement('Power of attorney', 5, 'client', 'booking', 0), brokerage: true },
  { ...requirement('House bill draft', 3, 'us', 'etd', 0), mandatory: false, makes: 'house-bill' as const },
  { ...requirement('Arrival notice', 4, 'us', 'eta', -3), mandatory: false, makes: 'arrival-notice' as const },
].map((row, at) => ({ ...row, position: at + 1 }))

function requirement(name: string, categoryId: number, supplier: Supplier, basis: Basis, offsetDays: number) {
  return {
    name,
    categoryId,
    supplier,
    basis,
    offsetDays,
    mandatory: true,
    amazon: null as boolean | null,
    brokerage: null as boolean | null,
    makes: null as Makes | null,
  }
}
