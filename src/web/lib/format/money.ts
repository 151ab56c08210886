import { formatMoney, formatQuantity } from '#contract/lib/format.ts'
import { EMPTY } from './dates.ts'

/** USD, '$1 234.50'; '-' when empty. */
export const money = (amount: number | null | undefined) =>
  amount === null || amount === undefined ? EMPTY : formatMoney(amount)

/** A volume (CBM) or weight (kg) with three decimals, thousands apart by a no-break space; '-' when empty. */
export const quantity = (value: number | null | undefined) =>
  value === null || value === undefined ? EMPTY : formatQuantity(value)

/** An amount of a currency, ISO 4217: '$1 234.50' for USD, 'CAD 1 234.50' for others. */
export const amountIn = (amount: number, currency: string) =>
  currency === 'USD' ? formatMoney(amount) : `${currency} ${formatMoney(amount).replace('$', '')}`
