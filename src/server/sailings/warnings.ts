import { zoneOffset } from '#contract/lib/zones.ts'
import { containerNumberDoubt } from '#contract/reference/container-codes.ts'
import type { Container } from '#contract/sailings/containers.ts'
import { SAILING_CUT_OFFS } from '#contract/sailings/sailing-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'

type Warnings = NonNullable<Sailing['warnings']>
type Fill = Pick<Sailing['containers'][number], 'id' | 'number' | 'usedCbm' | 'usedKg' | 'maxCbm' | 'maxKg'>

const DAY = 86_400_000
const cbm = (value: number) => Number(value.toFixed(3))

/** A container as staff call it: by its number, else by its id. */
export const containerName = ({ id, number }: Pick<Fill, 'id' | 'number'>) => number || `Container ${id}`

/** How a container is overfilled, by volume and by weight. */
export function overfilled(container: Fill): string[] {
  const { usedCbm, usedKg, maxCbm, maxKg } = container
  const name = containerName(container)
  return [
    ...(usedCbm > maxCbm ? [`${name} has ${cbm(usedCbm)} of ${maxCbm} CBM`] : []),
    ...(usedKg > maxKg ? [`${name} has ${cbm(usedKg)} of ${maxKg} kg`] : []),
  ]
}

/** Warnings about the cargo of a sailing: its containers, or all of them together. */
export function cargoWarnings({ containers, usedCbm, usedKg, capacityCbm, capacityKg }: Sailing): Warnings {
  const messages = containers.flatMap(overfilled)
  const isWhole = containers.length > 0 && messages.length === 0
  if (isWhole && usedCbm > capacityCbm) messages.push(`Loaded with ${cbm(usedCbm)} of ${cbm(capacityCbm)} CBM`)
  if (isWhole && usedKg > capacityKg) messages.push(`Loaded with ${cbm(usedKg)} of ${capacityKg} kg`)
  return messages.map((message) => ({ field: 'containers', message }))
}

/**
 * Cut-offs after the departure. That is a day: a cut-off at any time of it, by the clock of the zone, is
 * before it.
 */
export function lateCutOffs(
  { etd, ...cutOffs }: Partial<Pick<Sailing, (typeof SAILING_CUT_OFFS)[number] | 'etd'>>,
  timeZone: string,
): Warnings {
  if (!etd) return []
  const over = Date.parse(etd) + DAY
  const late = SAILING_CUT_OFFS.filter((date) => {
    const cutOff = cutOffs[date]
    if (!cutOff) return false
    const at = Date.parse(cutOff)
    return at + zoneOffset(at, timeZone) >= over
  })
  return late.map((field) => ({ field, message: 'This is after the departure' }))
}

/** Warnings about a sailing. */
export const sailingWarnings = (sailing: Sailing, timeZone: string): Warnings => [
  ...lateCutOffs(sailing, timeZone),
  ...cargoWarnings(sailing),
]

/** Warnings about a container; `elsewhere` are references of open sailings that have its number too. */
export function containerWarnings(container: Container, elsewhere: readonly string[]): Warnings {
  const doubt = containerNumberDoubt(container.number)
  return [
    ...(doubt ? [{ field: 'number', message: doubt }] : []),
    ...(elsewhere.length > 0 ? [{ field: 'number', message: `Also on ${elsewhere.join(', ')}` }] : []),
    ...overfilled(container).map((message) => ({ field: 'maxCbm', message })),
  ]
}
