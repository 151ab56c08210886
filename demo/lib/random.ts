/** Pseudo-random numbers, the same for the same seed on every machine. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** A number from `min` to below `max`. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the values, each as often as its weight says. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  letters(count: number, alphabet?: string): string
  digits(count: number): string
  uuid(): `${string}-${string}-${string}-${string}-${string}`
}

/** Letters without I and O, which look like 1 and 0. */
export const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * A stream of random numbers for each name, so that changing one part of the demo leaves the others alone.
 */
export function createRandom(name: string): Random {
  const next = mulberry32(hash(`quayside ${name}`))
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(list: readonly T[]): T => {
    const value = list[int(0, list.length - 1)]
    if (value === undefined) throw new Error('Nothing to pick from')
    return value
  }
  const repeat = (count: number, alphabet: string) => Array.from({ length: count }, () => pick([...alphabet])).join('')
  const hex = (count: number) => repeat(count, '0123456789abcdef')
  return {
    next,
    int,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick,
    weighted: (choices) => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of choices) {
        left -= weight
        if (left < 0) return value
      }
      throw new Error('Nothing to choose from')
    },
    letters: (count, alphabet = LETTERS) => repeat(count, alphabet),
    digits: (count) => repeat(count, '0123456789'),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`,
  }
}

/** The hash is FNV-1a with 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
