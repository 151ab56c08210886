import { startTransition, useEffect, useState } from 'react'
import { afterFrame } from '#web/lib/browser/after-frame.ts'
import { whenIdle } from '#web/lib/browser/when-idle.ts'

/** Rows rendered, laid out and painted at a time: a click that meets them is still answered in time. */
const STEP = 12

/** Rows that open at once: a page of a list, or as many of a longer one as a screen shows. */
const PAGE = 100
const SCREEN = 24

/** Milliseconds within which a step comes even if the browser stays busy. */
const LATEST = 100

interface GradualRows<Row> {
  rows: Row[]
  rowKey: (row: Row) => string | number
  /** False to show all rows at once. */
  gradual: boolean
  /** The key of the row just added, which is shown at once. */
  added: string | number | null
}

interface Shown<Row> {
  all: Row[]
  /** Those of the page before. */
  old: Row[]
  /** How many of `all`. */
  shown: number
}

/**
 * New rows take the place of the old ones in steps, as the browser has time, so that a click is not kept waiting while a hundred
 * are rendered, laid out and painted. Those that were there before stay. A list that opens shows its whole page, since it may open
 * where it was scrolled to; one that is longer than any page begins with a screenful. Returns the rows to show, of which the first
 * `shown` are new.
 */
export function useGradualRows<Row>({ rows, rowKey, gradual, added }: GradualRows<Row>) {
  const indexOf = (key: string | number | null) => rows.findIndex((row) => rowKey(row) === key)
  const [{ all, old, shown }, setState] = useState<Shown<Row>>(() => {
    const first = gradual && rows.length > PAGE ? Math.max(SCREEN, indexOf(added) + 1) : rows.length
    return { all: rows, old: [], shown: first }
  })
  const there = [...all.slice(0, shown), ...old.slice(shown, all.length)]
  if (all !== rows) {
    const known = new Set([...there.map(rowKey), added])
    const kept = rows.findLastIndex((row) => known.has(rowKey(row))) + 1
    setState({ all: rows, old: kept ? [] : there, shown: gradual ? Math.max(STEP, kept) : rows.length })
  }
  useEffect(() => {
    if (shown >= rows.length) return
    const more = () => setState((now) => (now.all === rows ? { ...now, shown: shown + STEP } : now))
    // One step a frame, however late the frames are.
    afterFrame(() => void whenIdle(LATEST).then(() => startTransition(more)))
  }, [rows, shown])
  return { there, shown }
}
