import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { boxOpened } from '#web/lib/browser/box.ts'
import { askForAction } from '#web/lib/browser/page-actions.ts'
import { noteOpened } from '#web/model/search/search-calls.ts'
import type { BoxRow } from './box-rows.ts'

const close = () => boxOpened.set(false)

/** True if the row's record still exists. If that cannot be asked, its page says what is wrong. */
const isThere = async ({ recent }: BoxRow) => !recent || (await noteOpened(recent).catch(() => true))

/** Opens rows here or in a new tab. A record that is gone stays shut: it is named, and leaves the list. */
export function useOpening() {
  const router = useRouter()
  const [gone, setGone] = useState<{ label: string; keys: ReadonlySet<string> }>({ label: '', keys: new Set() })
  // The focus from before, on which actions of the page may depend.
  const [before] = useState(() => document.activeElement)
  const busy = useRef(false)
  const open = async (row: BoxRow, newTab = false) => {
    const { href, run, after } = row
    if (href && newTab) {
      window.open(href, '_blank', 'noopener')
      return
    }
    if (busy.current) return
    busy.current = true
    const there = await isThere(row)
    busy.current = false
    if (!there) {
      setGone(({ keys }) => ({ label: row.label, keys: new Set([...keys, row.key]) }))
      return
    }
    if (run && before instanceof HTMLElement) before.focus({ preventScroll: true })
    close()
    if (href) router.history.push(href)
    run?.()
    if (after) askForAction(after)
  }
  return { open, gone, close }
}

/** Enter before there is a row opens the first one that arrives for the same text. */
export function useEarlyEnter(text: string, first: BoxRow | undefined, open: (row: BoxRow) => void) {
  const [entered, setEntered] = useState<string | null>(null)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (entered === null || (entered === text && !first)) return
    setEntered(null)
    if (entered === text && first) latest.current(first)
  }, [entered, text, first])
  return () => setEntered(text)
}
