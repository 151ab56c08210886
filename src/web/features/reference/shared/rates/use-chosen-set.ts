import { useSearch } from '@tanstack/react-router'
import { z } from 'zod'

const setId = z.coerce.number().int().min(1).max(2_147_483_647).nullable().catch(null)

/** The id of the set at this address (`?set=12`); null for today's rates. */
export function useChosenSet(): number | null {
  const { set } = Object.fromEntries(Object.entries(useSearch({ strict: false })))
  return setId.parse(set ?? null)
}
