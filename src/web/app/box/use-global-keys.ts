import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { askForNewOrder } from '#web/features/orders/shared/new-order.ts'
import { pageActions } from '#web/lib/browser/page-actions.ts'
import { isShortcut } from '#web/lib/browser/shortcuts.ts'
import { GO_KEYS } from './box-keys.ts'
import { keysShown } from './keys-shown.ts'

/** Milliseconds after `g` in which the second key counts. */
const SECOND_KEY_MS = 1500

const ROWS = 'main tr[data-index]'
/** The element of a row that Enter opens; without one, the box that selects the row. */
const STOP = 'a[href]:not([tabindex="-1"]), button, [tabindex="0"]'

/** Moves the focus to the next or previous row of the list. False if there is no list. */
function stepRow(by: 1 | -1): boolean {
  const stops = [...document.querySelectorAll(ROWS)].flatMap(
    (row) => row.querySelector<HTMLElement>(STOP) ?? row.querySelector('input') ?? [],
  )
  if (stops.length === 0) return false
  const row = document.activeElement?.closest('tr')
  const at = stops.findIndex((stop) => row?.contains(stop))
  const next = stops[at < 0 ? 0 : Math.min(stops.length - 1, Math.max(0, at + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return true
}

/** Takes the focus out of a row. */
function leaveRow(): boolean {
  const row = document.activeElement?.closest(ROWS)
  if (!row) return false
  document.getElementById('content')?.focus({ preventScroll: true })
  return true
}

const MOVES: Record<string, () => boolean> = {
  n: () => {
    askForNewOrder()
    return true
  },
  j: () => stepRow(1),
  k: () => stepRow(-1),
  Escape: leaveRow,
  '?': () => {
    keysShown.set(true)
    return true
  },
}

const isOfPage = (key: string) => pageActions().some(({ keys }) => keys === key)

/**
 * Keys that work on every page: `g` and a second key for a page, `j` and `k` in lists, `n` for a new order, `?`
 * for the sheet of keys. A page's own keys come first.
 */
export function useGlobalKeys(): void {
  const router = useRouter()
  useEffect(() => {
    let until = 0
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event) || event.key === 'Shift') return
      const key = event.key
      const second = performance.now() < until
      until = 0
      if (second && Object.hasOwn(GO_KEYS, key)) {
        event.preventDefault()
        void router.navigate({ to: GO_KEYS[key as keyof typeof GO_KEYS].to }) // the cast: checked above
      } else if (key === 'g' && !isOfPage('g')) until = performance.now() + SECOND_KEY_MS
      else if (!isOfPage(key) && Object.hasOwn(MOVES, key) && MOVES[key]?.()) event.preventDefault()
    }
    // Capture comes before the page's own keys: the second key after `g` is not theirs.
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [router])
}
