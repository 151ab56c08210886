import { useRef } from 'react'

interface Named {
  id: number
  name: string
}

/** The chosen record as an option if it has been deleted: else a select would show another as chosen. */
export function useDeletedChoice(
  id: number | null,
  offered: readonly Named[],
): { value: string; label: string } | null {
  const chosen = offered.find((each) => each.id === id)
  const last = useRef(chosen)
  if (chosen) last.current = chosen
  if (id === null || chosen || last.current?.id !== id) return null
  return { value: String(id), label: `${last.current.name} (deleted)` }
}
