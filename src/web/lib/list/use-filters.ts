import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'

const filterText = z.coerce.string().max(100).optional().catch(undefined)

/** Filters of a list, kept in its address; changing one goes back to page 1. */
export function useFilters<const Name extends string>(names: readonly Name[]) {
  const search = new Map<string, unknown>(Object.entries(useSearch({ strict: false })))
  const navigate = useNavigate()
  const filters: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = filterText.parse(search.get(name) ?? undefined)
    if (value) filters[name] = value
  }
  const setFilter = (name: Name, value: string | null) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, page: undefined, [name]: value ?? undefined }) })
  return { filters, setFilter }
}
