import type { Simulation } from '#contract/rates/rate-sets.ts'

/** Most bars that a histogram shows beside each other. */
const MOST_BARS = 16

/** A percentage with its sign: '+4.35 %', '-2 %'. */
export const signed = (percent: number) => {
  const rounded = Math.round(percent * 100) / 100
  return `${rounded > 0 ? '+' : ''}${rounded} %`
}

const counted = (n: number) => (n === 1 ? '1 quote' : `${n} quotes`)

/** The figures of a simulation in words. */
export function simulationText({ quotes, changed, up, down, median }: Simulation): string {
  if (quotes === 0) return 'No quotes are kept yet.'
  const of = quotes === 1 ? 'The last quote' : `Of the last ${quotes} quotes`
  if (changed === 0) return quotes === 1 ? `${of} would keep its price.` : `${of}, none would have another price.`
  const ways = [up > 0 && `${up} dearer`, down > 0 && `${down} cheaper`].filter(Boolean).join(', ')
  const which = quotes === 1 ? 'would have another price' : `, ${counted(changed)} would have another price`
  return `${of}${quotes === 1 ? ' ' : ''}${which}: ${ways}. The median change is ${signed(median)}.`
}

/** The bars of a histogram: changes of whole percents, put together where they are many, with the gaps between. */
export function stepsOf(spread: Simulation['spread']): { label: string; quotes: number }[] {
  const [first, last] = [spread[0]?.percent ?? 0, spread.at(-1)?.percent ?? 0]
  const width = Math.ceil((last - first + 1) / MOST_BARS)
  const start = Math.floor(first / width) * width
  const steps = Array.from({ length: Math.floor((last - start) / width) + 1 }, (_, index) => start + index * width)
  return steps.map((from) => ({
    label: width === 1 ? signed(from) : `${from} to ${signed(from + width - 1)}`,
    quotes: spread
      .filter(({ percent }) => percent >= from && percent < from + width)
      .reduce((sum, { quotes }) => sum + quotes, 0),
  }))
}
