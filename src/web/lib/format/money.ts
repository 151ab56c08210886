import { formatMoney } from '#contract/lib/format.ts'
import { EMPTY } from './dates.ts'

/** USD, '$1 234.50'; '-' when empty. */
export const money = (amount: number | null | undefined) =>
  amount === null || amount === undefined ? EMPTY : formatMoney(amount)

/** A volume (CBM) or weight (kg) with three decimals, thousands apart by a no-break space; '-' when empty. */
export function quantity(value: number | null | undefined): string {
  if (value === null || value === undefined) return EMPTY
  const [whole = '0', decimals = '000'] = value.toFixed(3).split('.')
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, '\u00a0')}.${decimals}`
}
