import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

interface KeptRow<Row> {
  scroller: RefObject<HTMLElement | null>
  /** The list's name, unique on its page. */
  label: string
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
}

/** The row that had the focus last, by the entry of the history and the list: its key, and which of its controls it was. */
const last = new Map<string, { key: string | number; control: number }>()
/** Entries of the history whose rows are kept. */
const MOST = 20

const CONTROLS = 'a[href]:not([tabindex="-1"]), button, input, [tabindex="0"]'
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

/** Gives the focus back to the row that had it, once the way back leads to the list again: j and k go on from there. */
export function useKeptRow<Row>({ scroller, label, rows, rowKey }: KeptRow<Row>): void {
  const router = useRouter({ warn: false })
  // Without a router, as in small tests, there is no way back.
  const [entry] = [useRef(router ? `${router.history.location.state.__TSR_key} ${label}` : null).current]
  const latest = useRef({ rows, rowKey })
  useEffect(() => {
    latest.current = { rows, rowKey }
  })
  useEffect(() => {
    const element = scroller.current
    if (!element || entry === null) return
    const keep = ({ target }: FocusEvent) => {
      const row = (target as Element).closest('tr[data-index]') // the cast: what has the focus is an element
      const record = latest.current.rows?.[Number(row?.getAttribute('data-index') ?? -1)]
      if (!row || !record) return
      last.delete(entry)
      last.set(entry, { key: latest.current.rowKey(record), control: controlsOf(row).indexOf(target as HTMLElement) })
      if (last.size > MOST) last.delete(last.keys().next().value ?? '')
    }
    element.addEventListener('focusin', keep)
    return () => element.removeEventListener('focusin', keep)
  }, [scroller, entry])
  const waits = useRef(entry !== null && last.has(entry))
  useEffect(() => {
    if (!waits.current || !rows) return
    waits.current = false
    const kept = last.get(entry ?? '')
    const at = rows.findIndex((row) => rowKey(row) === kept?.key)
    const row = scroller.current?.querySelector(`tr[data-index="${at}"]`)
    const focused = document.activeElement
    if (!kept || !row || (focused && focused !== document.body && focused.id !== 'content')) return
    const controls = controlsOf(row)
    ;(controls[kept.control] ?? controls[0])?.focus({ preventScroll: true })
  }, [scroller, entry, rows, rowKey])
}
