import { formatQuantity } from '#contract/lib/format.ts'
import type { OfferOption } from './offers.ts'

const numberIn = (value: unknown) => (typeof value === 'number' && value > 0 ? value : null)

/** The volume, in CBM, and the weight, in KG, of an option; null where none was given. */
export const cargoOf = ({ inputs }: Pick<OfferOption, 'inputs'>) => ({
  volume: numberIn(inputs.cbm) ?? numberIn(inputs.volume),
  weight: numberIn(inputs.weight),
})

const shown = (value: number | null, unit: string) =>
  value === null ? [] : [`${formatQuantity(value).replace(/\.?0+$/, '')} ${unit}`]

/** The cargo of an option for whoever reads the offer: '2.5 CBM, 300 KG'; '' if nothing of it is known. */
export function cargoInWords(option: Pick<OfferOption, 'inputs'>): string {
  const { volume, weight } = cargoOf(option)
  return [...shown(volume, 'CBM'), ...shown(weight, 'KG')].join(', ')
}
