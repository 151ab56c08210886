import { startTransition, useEffect, useState } from 'react'
import { afterFrame } from '#web/lib/browser/after-frame.ts'
import { whenIdle } from '#web/lib/browser/when-idle.ts'

/** Rows rendered, laid out and painted at a time, so that a click in between is still answered in time. */
const STEP = 12

/** Rows that open at once: a page of a list; of a longer one, a screen. */
const PAGE = 100
const SCREEN = 24

/** Milliseconds within which a step comes even in a busy browser. */
const LATEST = 100

interface GradualRows<Row> {
  rows: Row[]
  rowKey: (row: Row) => string | number
  /** False to show all rows at once. */
  gradual: boolean
  /** The key of the row that was just added, which shows at once. */
  added: string | number | null
}

interface Shown<Row> {
  all: Row[]
  /** Rows of the page before. */
  old: Row[]
  /** The number of rows of `all` that show. */
  shown: number
}

/**
 * Replaces old rows by new ones in steps, as the browser has time, so that a click does not wait while a
 * hundred are rendered, laid out and painted. Rows that were there before stay. A list that opens shows its
 * whole page, since it may open where it was scrolled to; one that is longer than any page begins with a
 * screenful. Returns the rows to show, of which the first `shown` are new.
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
    // Each step waits for a frame, however late the frames are.
    afterFrame(() => void whenIdle(LATEST).then(() => startTransition(more)))
  }, [rows, shown])
  return { there, shown }
}
