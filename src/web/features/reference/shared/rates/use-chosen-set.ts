import { useSearch } from '@tanstack/react-router'
import { z } from 'zod'

const setId = z.coerce.number().int().min(1).max(2_147_483_647).nullable().catch(null)

/** Search params that show a set, or today's rates; page and order are those of another list then. */
export function withSet(before: object, id: number | undefined): { set: string | undefined } {
  const { page: _, sort: __, ...kept } = { page: undefined, sort: undefined, ...before }
  return { ...kept, set: id === undefined ? undefined : String(id) }
}

/** The id of the set at this address (`?set=12`); null for today's rates. */
export function useChosenSet(): number | null {
  const { set } = Object.fromEntries(Object.entries(useSearch({ strict: false })))
  return setId.parse(set ?? null)
}
