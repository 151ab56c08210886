import { quantity } from './money.ts'

/** A volume or weight without trailing zeros: '12.4', '18 400'; '-' when empty. */
export const shortQuantity = (value: number | null | undefined) => quantity(value).replace(/\.?0+$/, '')
