const PERCENT = /^([+-]?)(\d{1,4}(?:[.,]\d{1,3})?)%?$/
/** Thousandths of a percent in the whole of a number. */
const WHOLE = 100_000

/** A percentage as people type it ('+5 %', '-3,5', '5%'); null if it is none, or takes away more than all. */
export function readPercent(typed: string): number | null {
  const [, sign, digits] = PERCENT.exec(typed.replaceAll(/\s/g, '').replace('−', '-')) ?? []
  if (digits === undefined) return null
  const percent = Number(`${sign}${digits.replace(',', '.')}`)
  return percent < -100 ? null : percent
}

/** A figure of 0 or more changed by a percentage, rounded half up to this many decimals: 68.5 by 5 % is 71.93. */
export function changedBy(figure: number, percent: number, places: number): number {
  // Whole numbers: a product of decimals is not always half where the decimals are.
  const minor = BigInt(Math.round(figure * 10 ** places)) * BigInt(WHOLE + Math.round(percent * 1000))
  return Number((2n * minor + BigInt(WHOLE)) / BigInt(2 * WHOLE)) / 10 ** places
}
