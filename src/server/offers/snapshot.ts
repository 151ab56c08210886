import { createHash } from 'node:crypto'
import { cargoOf } from '#contract/offers/cargo-of.ts'
import type { Offer, OfferOption } from '#contract/offers/offers.ts'

/** An option as the page shows it: no formulas, no ids of its inputs. */
const shownOption = ({ label, mode, inputs, lines, price, days }: OfferOption) => ({
  label,
  mode,
  ...cargoOf({ inputs }),
  lines: lines.map(({ label: line, amount }) => ({ label: line, amount })),
  price,
  currency: 'USD',
  days,
})

/** What the page of an offer shows, as kept when it is accepted, and the SHA-256 of these bytes. */
export function snapshotOf({
  reference,
  validUntil,
  note,
  options,
}: Pick<Offer, 'reference' | 'validUntil' | 'note' | 'options'>) {
  const snapshot = JSON.stringify({ reference, validUntil, note, options: options.map(shownOption) })
  return { snapshot, snapshotHash: createHash('sha256').update(snapshot).digest() }
}
