import { useState } from 'react'
import type { BoxRow } from './box-rows.ts'

/**
 * The chosen row: the first, until an arrow key or the mouse chooses another. Rows that arrive later never
 * take its place.
 */
export function useChoice(rows: readonly BoxRow[], text: string) {
  const [state, setState] = useState<{ text: string; key: string | null }>({ text, key: null })
  const kept = state.text === text && rows.some(({ key }) => key === state.key)
  const key = kept ? state.key : (rows[0]?.key ?? null)
  if (state.text !== text || state.key !== key) setState({ text, key })
  const index = rows.findIndex((row) => row.key === key)
  const choose = (next: string) => setState({ text, key: next })
  /** A step goes round at the end; a page stops there. */
  const step = (by: number) => {
    const next = index + by
    const inside =
      Math.abs(by) === 1 ? (next + rows.length) % rows.length : Math.min(rows.length - 1, Math.max(0, next))
    const row = rows[inside]
    if (row) choose(row.key)
  }
  return { chosen: rows[index], choose, step }
}
